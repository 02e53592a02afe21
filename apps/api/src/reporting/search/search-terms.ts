/** Fewer characters are in most texts, and no index has them. */
const SHORTEST_WORD = 3;
const LARGEST_NUMBER = 2_147_483_647;

/**
 * What a text may mean: words as a regular expression without special characters, a number with or without `#`, a slug.
 */
export function searchTerms(text: string): { words: string | null; number: number | null; slug: string | null } {
  const trimmed = text.trim();
  const digits = /^#?(\d{1,10})$/.exec(trimmed)?.[1];
  const number = digits === undefined ? null : Number(digits);
  return {
    words: [...trimmed].length < SHORTEST_WORD ? null : `***=${trimmed}`,
    number: number !== null && number <= LARGEST_NUMBER ? number : null,
    slug: trimmed === '' ? null : trimmed.toLowerCase(),
  };
}
