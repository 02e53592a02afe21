import { BadRequest } from '#libs/errors';
import type { Condition } from './page-of.js';

/** The most records that a text search may find. */
export const MAX_FOUND = 20_000;
/** How long the database may look for a text, in milliseconds. */
export const SEARCH_TIMEOUT_MS = 2_000;

/** The text is in too many records: reading them costs everybody, and nobody would. */
export class SearchTooBroad extends BadRequest {
  override readonly code = 'search_too_broad';
  constructor() {
    super(`More than ${MAX_FOUND.toLocaleString('en')} records have this text: search for a longer one, or filter.`);
  }
}

/**
 * The condition that one of these columns contains a text, whatever its case and the white space around it; white space alone asks for
 * nothing.
 */
export function containsText(text: string | undefined, columns: readonly string[]): Condition | undefined {
  const searched = text?.trim();
  if (!searched) return undefined;
  // The text as a regular expression without any special character. Its time grows with the text that is looked through; that of `ILIKE` with the product of both.
  return (bind) => {
    const bound = bind(`***=${searched}`);
    return columns.map((column) => `l.${column} ~* ${bound}`).join(' OR ');
  };
}
