import { createHash } from 'node:crypto';
import { CursorInvalid } from './errors.js';

/** What the last row of a page is ordered by, each value as PostgreSQL writes it; the next page begins behind it. */
export type Position = readonly (string | null)[];

const CHECK_BYTES = 12;

/**
 * The cursor that leads behind a row of a list. It grants nothing, so no secret makes it. @param list names the list
 * with its filters and its order
 */
export function cursorOf(list: string, position: Position): string {
  const values = JSON.stringify(position);
  const check = createHash('sha256').update(`${list}\n${values}`).digest().subarray(0, CHECK_BYTES);
  return Buffer.concat([check, Buffer.from(values)]).toString('base64url');
}

/** The position of a cursor. @param columns how many values it has in this list @throws CursorInvalid */
export function positionOf(list: string, cursor: string, columns: number): Position {
  const position = valuesIn(Buffer.from(cursor, 'base64url').subarray(CHECK_BYTES).toString());
  if (position?.length !== columns || cursorOf(list, position) !== cursor) throw new CursorInvalid();
  return position;
}

function valuesIn(text: string): Position | undefined {
  try {
    const values: unknown = JSON.parse(text);
    const isPosition = Array.isArray(values) && values.every((value) => value === null || typeof value === 'string');
    return isPosition ? (values as Position) : undefined;
  } catch {
    return undefined;
  }
}
