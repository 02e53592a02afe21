import type { Condition } from './page-of.js';

/**
 * The condition that one of these columns contains a text, whatever its case and the white space around it; white space alone asks for
 * nothing.
 */
export function containsText(text: string | undefined, columns: readonly string[]): Condition | undefined {
  const searched = text?.trim();
  if (!searched) return undefined;
  // What is a wildcard in a pattern is looked for as it is.
  const pattern = `%${searched.replace(/[\\%_]/g, '\\$&')}%`;
  return (bind) => {
    const bound = bind(pattern);
    return columns.map((column) => `l.${column} ILIKE ${bound}`).join(' OR ');
  };
}
