/** The properties that were sent: absent means unchanged, `null` means clear. */
export function pickDefined<T extends object, K extends keyof T>(body: T, ...keys: K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(keys.filter((key) => body[key] !== undefined).map((key) => [key, body[key]])) as Partial<
    Pick<T, K>
  >;
}

/** A changed field of a record, as shown in the change log. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Which of the new values differ from the record's, for its event. */
export function changedFields<T extends object>(record: T, values: Partial<T>): FieldChange[] {
  const comparable = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null));
  return Object.entries(values)
    .map(([field, to]) => ({ field, from: comparable(record[field as keyof T]), to: comparable(to) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}
