import type { Outcome } from '../../../findings/evaluation/outcome.js';

/** Without case, marks and punctuation. */
export const plainWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** By which a word of a table is known again: without case, and with one space for several. */
export const wordKey = (word: string): string => word.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

const WORDS: Readonly<Record<Outcome, readonly string[]>> = {
  passed: ['passed', 'pass', 'c', 'conforme', 'validé', 'erfüllt', 'bestanden', 'cumple', 'supports', 'yes'],
  failed: ['failed', 'fail', 'nc', 'non conforme', 'invalidé', 'nicht erfüllt', 'nicht bestanden', 'no cumple'],
  inapplicable: ['inapplicable', 'not applicable', 'n/a', 'na', 'non applicable', 'nicht anwendbar', 'no aplica'],
  cannot_tell: ['cannot_tell', 'cannot tell', 'can’t tell', 'cantTell', 'indéterminé', 'unklar', 'no se sabe'],
  untested: ['untested', 'not tested', 'nt', 'non testé', 'nicht geprüft', 'ungeprüft', 'no probado', 'sin probar'],
};

const BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([outcome, words]) => words.map((word) => [plainWord(word), outcome as Outcome])),
);

/** What an outcome may be written with besides letters; `#N/A`, `passed?` and `!pass` mean something else. */
const MARKS = /^[\p{L}\p{M}\p{N}\s/_.'’()-]*$/u;

/** The outcome that a word of a table means, in English, French, German or Spanish; undefined: none. */
export const outcomeOfWord = (word: string): Outcome | undefined =>
  MARKS.test(word) ? BY_WORD.get(plainWord(word)) : undefined;

/** A word with a text after it: `failed: no label`, `NC - no label`, or on the lines below. */
const WITH_NOTE = /^([^:\n]{1,100}?)\s*(?::|\n|\s[-–—]\s)\s*([^]+)$/;

/** The word of a cell that has an outcome, and the note after it; a text that is known as a whole is the word. */
export function wordOfCell(text: string, isKnown: (word: string) => boolean): { word: string; note: string | null } {
  const [, word, note] = (isKnown(text) ? null : WITH_NOTE.exec(text)) ?? [];
  return word === undefined ? { word: text, note: null } : { word: word.trim(), note: note! };
}
