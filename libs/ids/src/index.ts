import { randomBytes } from 'node:crypto';
import { parse, v5, v7, validate, version } from 'uuid';

/** Random bytes are drawn for so many ids at once: drawing them for one takes longer than the rest of it. */
const IDS_PER_DRAW = 256;
const BYTES = 16;

let drawn = Buffer.alloc(0);
let used = 0;
let [millisecond, sequence] = [0, 0];

/** A new id: a UUIDv7, so that ids sort as they were made. */
export function newId(): string {
  if (used === drawn.length) [drawn, used] = [randomBytes(BYTES * IDS_PER_DRAW), 0];
  const random = drawn.subarray(used, (used += BYTES));
  const now = Date.now();
  // Begins in the lower half of the range, which leaves the other one for counting up.
  if (now > millisecond) [millisecond, sequence] = [now, random.readUInt32BE() >>> 1];
  else sequence += 1;
  return v7({ msecs: millisecond, seq: sequence, random });
}

/** The text form of a UUID, as part of a regular expression. */
export const ID_FORM = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

/** The nil UUID, which is the id of no record and sorts before all of them. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

const WHOLE_ID = new RegExp(`^${ID_FORM}$`);

/** Whether this is the text form of a UUID. */
export const isId = (value: string): boolean => WHOLE_ID.test(value);

/** The moment that an id was made at, in milliseconds; undefined: it is no id that `newId` makes. */
export function momentOf(id: string): number | undefined {
  if (!validate(id) || version(id) !== 7) return undefined;
  return parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

/**
 * The namespace of all built-in data; it must never change. As bytes, or each of a thousand ids would read it anew at
 * every start.
 */
const BUILT_IN = parse('5a1f2b3c-8d4e-5f60-9a7b-c0ffee51ab1e');

/**
 * The id of a built-in record, the same on every installation, from a readable key such as
 * `standard/wcag-2.2/level/AA`.
 */
export const builtInId = (key: string): string => v5(key, BUILT_IN);
