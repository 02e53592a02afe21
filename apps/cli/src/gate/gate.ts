import type { FailOn, Settings } from '../config/settings.js';
import { identityOf } from '#libs/reports';
import type { Found } from '../reading/report.js';
import type { Introduced, ReportResult } from './result.js';

/** What the gate says. `not checked`: nothing was judged, and nothing failed either. */
type Verdict = 'passed' | 'failed' | 'not checked' | 'not delivered';

export interface Gate {
  verdict: Verdict;
  failOn: FailOn;
  max: number;
  /** How many findings count for it. */
  count: number;
  /** One sentence for people. */
  reason: string;
}

/** How delivering went beside the answers: undefined where all was delivered. */
interface Undelivered {
  because: string;
}

/** Judges what the delivered reports bring; what was not examined is no reason to pass. */
export function judge(
  reports: readonly ReportResult[],
  settings: Pick<Settings, 'failOn' | 'max'>,
  undelivered: Undelivered | undefined,
): Gate {
  const empty = reports.filter(({ report }) => report.examinedNothing).map(({ report }) => report);
  const gate = judgeFindings(reports, settings, undelivered);
  if (empty.length > 0) {
    const tools = empty.map(({ tool, failed }) => `${tool}${failed.length > 0 ? ` (${namesOf(failed)})` : ''}`);
    return { ...gate, verdict: 'failed', reason: `Nothing was examined by ${tools.join(' and ')}.` };
  }
  const failed = [...new Set(reports.flatMap(({ report }) => report.failed))];
  return failed.length === 0 ? gate : { ...gate, reason: `${gate.reason} Not examined: ${namesOf(failed)}.` };
}

const MOST_NAMES = 5;

const namesOf = (failed: readonly string[]): string => {
  const more = failed.length - MOST_NAMES;
  return `${failed.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

function judgeFindings(
  reports: readonly ReportResult[],
  { failOn, max }: Pick<Settings, 'failOn' | 'max'>,
  undelivered: Undelivered | undefined,
): Gate {
  const introduced = introducedOf(reports);
  const unnamed = reports.reduce((sum, report) => sum + report.unnamed, 0);
  const counting = introduced.filter((one) => counts(one, failOn));
  const countsAll = failOn === 'introduced' || failOn === 'review';
  const count = counting.length + (countsAll ? unnamed : 0) + (failOn === 'review' ? toReview(reports).length : 0);
  // Of findings that are not named nobody knows how severe they are.
  const isUnclear = unnamed > 0 && !countsAll && failOn !== 'none';
  const gate = { failOn, max, count };
  if (isUnclear || count > max) {
    const why = isUnclear
      ? `${unnamed} of the introduced findings are not listed and cannot be evaluated`
      : wordsFor(failOn, count);
    return { ...gate, verdict: 'failed', reason: `${why}${max > 0 && !isUnclear ? `; ${max} allowed` : ''}.` };
  }
  if (undelivered) return { ...gate, verdict: 'not delivered', reason: undelivered.because };
  if (failOn === 'none') return { ...gate, verdict: 'passed', reason: 'The gate is off (--fail-on none).' };
  return { ...gate, verdict: 'passed', reason: `${wordsFor(failOn, count)}.` };
}

/** What the reports bring, each identity once. */
export const introducedOf = (reports: readonly ReportResult[]): Introduced[] =>
  reports.flatMap(({ introduced }) => {
    const once = new Map<string, Introduced>();
    for (const one of introduced) {
      const identity = identityOf(one.finding);
      const known = once.get(identity);
      once.set(identity, known ? { ...known, pages: [...new Set([...known.pages, ...one.pages])] } : one);
    }
    return [...once.values()];
  });

/** What tools could not decide and the reports would bring otherwise, each identity once. */
export const toReview = (reports: readonly ReportResult[]): Found[] =>
  reports.flatMap(({ review }) => [...new Map(review.map((one) => [identityOf(one.finding), one])).values()]);

function counts({ finding: { severity, impact }, change }: Introduced, failOn: FailOn): boolean {
  if (failOn === 'none') return false;
  if (failOn === 'regressed') return change === 'regressed';
  if (failOn === 'introduced-blocking') return severity === 'high' && impact === 'high';
  return failOn !== 'introduced-high' || severity === 'high';
}

const KINDS: Readonly<Record<Exclude<FailOn, 'none'>, string>> = {
  introduced: 'new, regressed or on more pages',
  'introduced-high': 'introduced and of high severity',
  'introduced-blocking': 'introduced and of high severity and impact',
  regressed: 'regressed',
  review: 'introduced, including those that need review',
};

const wordsFor = (failOn: FailOn, count: number): string => {
  const kind = failOn === 'none' ? 'introduced' : KINDS[failOn];
  return count === 0 ? `No finding is ${kind}` : `${count} ${count === 1 ? 'finding is' : 'findings are'} ${kind}`;
};
