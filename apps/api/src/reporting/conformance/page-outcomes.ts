import type { Outcome } from '../../findings/evaluation/outcome.js';
import type { EntryKind } from '../../findings/evaluation/sample/audit-entry.js';

/**
 * What an audit found on the pages of its sample, of the standard of a report that it examined. It is kept beside the
 * document when that is published, and is for members: which addresses are public, the report's own `sample` says.
 */
export interface PageOutcomes {
  /** The place of the standard in the report, from 0. */
  standard: number;
  /** The number of the audit, and when it was completed. */
  audit: number;
  completedAt: string | null;
  /** In the order of the sample. */
  pages: { entry: number; name: string; url: string | null; kind: EntryKind }[];
  /** Requirements of the report's level by their numbers in the document, with the outcome on each page. */
  requirements: { number: string; outcomes: Outcome[] }[];
}

/** A sample that conforms on average. */
export interface MeanRate {
  /** In hundredths of a percent, cut off. */
  hundredths: number;
  /** The pages to which something applies. */
  pages: number;
  /** How many criteria are not decided on them, all pages together. */
  undecided: number;
}

/** Floating point may end just below what a mean is. */
const ROUNDING = 1e-7;

/**
 * The mean over pages of the share of criteria that pass, among those that pass or fail there; null: nothing is
 * decided.
 */
export function meanRateOf({ pages, requirements }: Pick<PageOutcomes, 'pages' | 'requirements'>): MeanRate | null {
  const counted = pages.map((_, page) => {
    const on = requirements.map(({ outcomes }) => outcomes[page]!);
    const count = (...wanted: Outcome[]) => on.filter((outcome) => wanted.includes(outcome)).length;
    return { passed: count('passed'), failed: count('failed'), undecided: count('cannot_tell', 'untested') };
  });
  const applying = counted.filter(({ passed, failed }) => passed + failed > 0);
  if (applying.length === 0) return null;
  const sum = applying.reduce((total, { passed, failed }) => total + passed / (passed + failed), 0);
  return {
    hundredths: Math.floor((sum / applying.length) * 10_000 + ROUNDING),
    pages: applying.length,
    undecided: applying.reduce((total, { undecided }) => total + undecided, 0),
  };
}
