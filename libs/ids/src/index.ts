import { randomBytes } from 'node:crypto';
import { v5, v7 } from 'uuid';

/** A new record's id: a UUIDv7, so that ids sort by the time they were made. */
export const newId = (): string => v7();

/** Many ids in order: several times faster than one by one, because random bytes are generated once. */
export function newIds(count: number): string[] {
  const msecs = Date.now();
  const random = randomBytes(16 * (count + 1));
  // Leaves half of the range for counting up.
  const first = random.readUInt32BE() >>> 1;
  return Array.from({ length: count }, (_, i) =>
    v7({ msecs, seq: first + i, random: random.subarray(16 * (i + 1), 16 * (i + 2)) }),
  );
}

/** Whether this is the text form of a UUID. */
export const isId = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** The namespace of all built-in data; it must never change. */
const BUILT_IN = '5a1f2b3c-8d4e-5f60-9a7b-c0ffee51ab1e';

/** The id of a built-in record, the same on every installation, from a readable key such as `standard/wcag-2.2/level/AA`. */
export const builtInId = (key: string): string => v5(key, BUILT_IN);
