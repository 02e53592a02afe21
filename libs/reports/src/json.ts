/** A property of something that may be anything; undefined where there is none. */
export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  );

/** The list that this is, or an empty one. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** The text that this is, trimmed; undefined for anything else and for nothing. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim() || undefined : undefined;
