import { BadRequest } from '#libs/errors';

/** The most records that a text search may find. */
export const MAX_FOUND = 20_000;
/** How long the database may look for a text, in milliseconds. */
export const SEARCH_TIMEOUT_MS = 2_000;

/** The text is in too many records: reading them costs everybody, and nobody would. */
export class SearchTooBroad extends BadRequest {
  override readonly code = 'search_too_broad';
  constructor() {
    super('Too many records contain this text. Search for a longer text, or filter.');
  }
}
