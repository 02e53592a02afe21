import type { AuditOutcome } from '@curbcut/client';
import { cellAt, type Block, plain, type Shown } from './walk';
import type { Place } from './cells';

/** What people and workbooks write for an outcome, in plain letters; RGAA's grids have C, NC, NA and NT. */
const WRITTEN: Record<AuditOutcome, readonly string[]> = {
  passed: ['passed', 'pass', 'p', 'c', 'ok', 'yes', 'conforme', 'valide', 'oui', '1'],
  failed: ['failed', 'fail', 'f', 'nc', 'no', 'non conforme', 'invalide', 'non', '2'],
  inapplicable: ['inapplicable', 'not applicable', 'not present', 'n a', 'na', 'non applicable', '3'],
  cannot_tell: ['cannot tell', 'canttell', 'can t tell', 'ct', 'indetermine', 'a verifier', '4'],
  untested: ['untested', 'not tested', 'not checked', 'nt', 'non teste', '5'],
};

const MEANING = new Map(
  Object.entries(WRITTEN).flatMap(([outcome, words]) => words.map((word) => [word, outcome as AuditOutcome] as const)),
);

/** What a word of a table means; undefined: no outcome. */
const outcomeOf = (word: string): AuditOutcome | undefined =>
  word.trim() === '?'
    ? 'cannot_tell'
    : MEANING.get(
        plain(word)
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim(),
      );

/** What comes of a block that was pasted. */
export type Pasted =
  | { said: (Place & { outcome: AuditOutcome })[] }
  /** Words that are no outcomes; nothing is pasted then. */
  | { unknown: string[] }
  /** The block is larger than what is left of the grid. */
  | { isTooLarge: true };

/**
 * Reads a block of a table into the grid, from the top left of what is chosen; one word fills all that is. What is
 * empty says nothing.
 */
export function pasted(text: string, shown: Shown, chosen: Block): Pasted {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  const isOne = lines.length === 1 && lines[0]!.length === 1;
  const block = isOne ? filled(lines[0]![0]!, chosen) : lines;
  const width = Math.max(...block.map((line) => line.length));
  if (chosen.top + block.length > shown.requirementIds.length || chosen.left + width > shown.entries.length)
    return { isTooLarge: true };
  const words = block.flatMap((line, down) => line.map((word, across) => ({ word: word.trim(), down, across })));
  const unknown = words.filter(({ word }) => word !== '' && !outcomeOf(word)).map(({ word }) => word);
  if (unknown.length > 0) return { unknown: [...new Set(unknown)] };
  return {
    said: words.flatMap(({ word, down, across }) => {
      const outcome = outcomeOf(word);
      const place = cellAt(shown, chosen.top + down, chosen.left + across);
      return outcome && place ? [{ ...place, outcome }] : [];
    }),
  };
}

const filled = (word: string, { top, bottom, left, right }: Block): string[][] =>
  Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => word));
