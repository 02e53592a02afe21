import type { Condition } from './page-of.js';

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
