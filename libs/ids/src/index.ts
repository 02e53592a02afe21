import { v5, v7 } from 'uuid';

/** A new record's id: a UUIDv7, so that ids sort by the time they were made. */
export const newId = (): string => v7();

/** The namespace of all built-in data; it must never change. */
const BUILT_IN = '5a1f2b3c-8d4e-5f60-9a7b-c0ffee51ab1e';

/** The id of a built-in record, the same on every installation, from a readable key such as `standard/wcag-2.2/level/AA`. */
export const builtInId = (key: string): string => v5(key, BUILT_IN);
