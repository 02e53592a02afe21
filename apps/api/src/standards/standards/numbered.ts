const NUMBER = /^((?:Chapter )?\d+|[A-Z]\d+(?:, [A-Z]\d+)*|[A-Z]?\d+(?:\.\w+)+)\.?\s+(\S.*)$/su;

/**
 * Splits what a standard calls a requirement or a heading into its number, where it has one, and its name: `1.4.3
 * Contrast (Minimum)`.
 */
export function numbered(text: string): { number: string | null; name: string } {
  const [, number = null, name = text] = NUMBER.exec(text) ?? [];
  return { number, name };
}
