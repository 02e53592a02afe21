/** Words that make a sentence hard to read; `docs/style.md` gives examples of plain ones. */
const FORBIDDEN_WORDS: RegExp[] = [
  /\bwho(?:m|ever)?\b/i,
  /\bwhat(?:ever)?\b/i,
  /\b(?:nobody|somebody)\b/i,
  /\b(?:told|tells|said)\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\b(?:anew|beside|meanwhile)\b/i,
  /\bstands\b/i,
  /\bno more\b(?! than)/i,
  /\b(?:of|by|for|to|in|from) which (?:somebody|nobody)\b/i,
];

/** The forbidden words of a text, as they are written in it. */
export function plainWordFaults(text: string): string[] {
  return FORBIDDEN_WORDS.flatMap((word) => word.exec(text)?.[0] ?? []);
}
