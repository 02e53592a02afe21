import { Conflict } from '#libs/errors';

/** The inventory has a page of this address. */
export class PageKnown extends Conflict {
  readonly code = 'already_exists';
  constructor() {
    super('The inventory of the product already has a page with this address.');
  }
}
