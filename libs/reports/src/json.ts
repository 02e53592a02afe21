/** A property of something that may be anything; undefined where there is none of its own. */
export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  );

/** The list that this is, or an empty one. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** The names and values of an object; none of anything else. */
export const entries = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** The text that this is, trimmed; undefined for anything else and for nothing. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? storable(value).trim() || undefined : undefined;

/** A text without what no database takes: a character costs itself, never its report. */
export const storable = (value: string): string => value.toWellFormed().replaceAll('\u0000', '');

/** The first of several that is a text. */
export const firstText = (...values: unknown[]): string | undefined =>
  values.map(text).find((found) => found !== undefined);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a table that a report names; undefined for anything that is not in it. */
export const named = <T>(table: Readonly<Record<string, T>>, key: unknown): T | undefined =>
  typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined;

/** What shares a key, in the order in which the keys first come. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
