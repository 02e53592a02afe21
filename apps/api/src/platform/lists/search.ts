import type { Condition } from './page-of.js';

/**
 * In SQL, what follows a text that contains another one, whatever its case and the white space around it; undefined
 * where white space alone asks for nothing.
 */
export function containing(text: string | undefined): Condition | undefined {
  const searched = text?.trim();
  // The text as a regular expression without any special character. Its time grows with the text that is looked
  // through; that of `ILIKE` with the product of both.
  return searched ? (bind) => `~* ${bind(`***=${searched}`)}` : undefined;
}

/** The condition that one of these columns contains a text. */
export function containsText(text: string | undefined, columns: readonly string[]): Condition | undefined {
  const contains = containing(text);
  if (!contains) return undefined;
  return (bind) => {
    const searched = contains(bind);
    return columns.map((column) => `l.${column} ${searched}`).join(' OR ');
  };
}
