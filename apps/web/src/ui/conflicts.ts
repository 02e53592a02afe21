/** Values by field, as JSON has them. */
export type Values = Record<string, unknown>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What somebody changed: the fields of `mine` that are no longer as they were read. */
export const changedOf = <T extends Values>(read: T, mine: T): Partial<T> =>
  Object.fromEntries(Object.entries(mine).filter(([name, value]) => !isSame(value, read[name]))) as Partial<T>;

/** Whose a field shall be. */
export type Side = 'yours' | 'theirs';

/** A field that two people see differently, and whose it is unless somebody says otherwise: who changed it. */
export interface Difference {
  name: string;
  side: Side;
}

/** What differs between what somebody wants to save and what is there now; `read` is what they began from. */
export const differencesOf = <T extends Values>(read: T, mine: T, theirs: T): Difference[] =>
  Object.keys(mine)
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => ({ name, side: isSame(mine[name], read[name]) ? 'theirs' : 'yours' }));

/** The record with each field as it was chosen. */
export const chosenValues = <T extends Values>(mine: T, theirs: T, sides: Readonly<Record<string, Side>>): T =>
  Object.fromEntries(Object.keys(mine).map((name) => [name, sides[name] === 'yours' ? mine[name] : theirs[name]])) as T;
