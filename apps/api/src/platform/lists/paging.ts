import { InvalidInput } from '#libs/errors';
import { currentRequest } from '#libs/logging';
import { cursorOf, type Position, positionOf } from './cursors.js';

/**
 * What a list that is told whole has found and not told yet, by ids in its order; absent: nothing is looked for yet.
 */
export interface Found {
  ids?: readonly string[];
}

/** Where the list of a request begins, and where its next page does. */
export class Paging {
  /** The cursor of the next page; undefined: there is none. */
  next?: string;

  /**
   * @param list names the list with its filters and its order
   * @param part which page is read, where it is not the one that the query names
   * @param found of a list that is told whole: shared by its pages
   */
  constructor(
    private readonly list: string,
    private readonly query: { after?: string; page?: string },
    readonly part: { page?: 1; pageSize?: number; total?: boolean } = {},
    readonly found?: Found,
  ) {}

  /** The cursor as it was sent. */
  get cursor(): string | undefined {
    return this.query.after;
  }

  /**
   * Behind which row the list begins, in the values that it is ordered by; undefined: with its first. @throws
   * CursorInvalid, InvalidInput
   */
  after(columns: number): Position | undefined {
    const { after, page } = this.query;
    if (after === undefined) return undefined;
    if (page !== undefined)
      throw new InvalidInput([
        { path: '/query/page', code: 'not_applicable', message: 'page cannot be combined with after' },
      ]);
    return positionOf(this.list, after, columns);
  }

  /** Says that the next page begins behind this row. */
  goOnBehind(position: Position): void {
    this.next = cursorOf(this.list, position);
  }
}

const pagings = new WeakMap<object, Paging>();

/** Has the list that the current request reads begin where this says. */
export const pageBy = (paging: Paging): void => void pagings.set(currentRequest(), paging);

/** Of the list that the current request reads; where that has no cursors, one that begins with the first row. */
export const currentPaging = (): Paging => pagings.get(currentRequest()) ?? new Paging('', {});
