import { sqlState } from '#libs/database';
import { BadRequest, Conflict } from '#libs/errors';

/** The cursor is of another list, of other filters or another order, or it was altered. */
export class CursorInvalid extends BadRequest {
  override readonly code = 'cursor_invalid';
  constructor() {
    super('`after` does not belong to this list with these filters in this order. Start again without it.');
  }
}

/** The most records that a list told as a whole has. */
export const MAX_EXPORTED = 1_000_000;

/** The list has too many records to be told as a whole. */
export class ListTooLong extends Conflict {
  readonly code = 'list_too_long';
  constructor(total: number) {
    const [has, most] = [total, MAX_EXPORTED].map((number) => number.toLocaleString('en'));
    super(`The list has ${has} records; an export has at most ${most}. Filter it, or read it page by page.`);
  }
}

const DATA_EXCEPTION = '22';

/** For reads behind a position: anybody can make a cursor, also of values that PostgreSQL does not read. */
export function refusePosition(error: unknown): never {
  throw sqlState(error)?.startsWith(DATA_EXCEPTION) ? new CursorInvalid() : error;
}
