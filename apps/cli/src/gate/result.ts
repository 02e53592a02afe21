import { identityOf } from '#libs/reports';
import type { CoverageChoice } from '../reading/coverage.js';
import type { Found, ToolReport } from '../reading/report.js';

/** What ingest answers. */
export interface IngestAnswer {
  /** Null for a dry run; `url` where the service knows the address of its frontend. */
  testActivity: { id: string; number: number; url?: string | null } | null;
  findingCount: number;
  resolvedCount: number;
  delta: Record<'new' | 'known' | 'regressed' | 'dismissed' | 'resolved', number> & {
    spread?: number;
    review?: number;
  };
  introduced: {
    count: number;
    indexes: number[];
    regressed: number[];
    spread?: number[];
    /** What would be introduced had the tool been sure. */
    review?: number[];
    /** The new pages of what has spread, as far as they are named. */
    pages?: { index: number; pages: string[] }[];
  };
  fixes: number | null;
  /** Findings of a proposal that main lines have mended since it began. */
  behind?: number | null;
  /** The newest run of a main line that a proposal is based on. */
  base?: { commitSha: string; number: number } | null;
  created: boolean;
  /** What the service took otherwise than it was sent. */
  warnings?: string[];
}

/** A finding that the change brings, or brings back, or to more pages. */
export interface Introduced extends Found {
  change: 'new' | 'regressed' | 'spread';
  /** Where it has spread to, as far as the service names them. */
  pages: readonly string[];
}

/** What became of one report. */
export interface ReportResult {
  report: ToolReport;
  coverage: CoverageChoice;
  /** How many requests deliver it, and what those that were delivered answered. */
  partCount: number;
  answers: IngestAnswer[];
  introduced: Introduced[];
  /** What the tool could not decide and would be introduced otherwise. */
  review: Found[];
  /** How many more it brings that the service has counted and not named. */
  unnamed: number;
}

const NAMED = ['new', 'regressed', 'spread'] as const;

/** The counts of all answers; what was introduced in several parts counts once, where all of that is named. */
export function countsOf({ answers, introduced, unnamed }: ReportResult) {
  const sum = { new: 0, known: 0, regressed: 0, spread: 0, dismissed: 0, resolved: 0, review: 0 };
  for (const { delta } of answers)
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += delta[key] ?? 0;
  if (answers.length < 2 || unnamed > 0) return sum;
  for (const change of NAMED)
    sum[change] = new Set(introduced.flatMap((one) => (one.change === change ? identityOf(one.finding) : []))).size;
  return sum;
}

/** What an answer brings, by the findings of its request. */
export function introducedBy(found: readonly Found[], { introduced }: IngestAnswer): Introduced[] {
  const [regressed, spread] = [new Set(introduced.regressed), new Set(introduced.spread)];
  const pages = new Map((introduced.pages ?? []).map((one) => [one.index, one.pages] as const));
  return introduced.indexes.flatMap((index) => {
    const one = found[index];
    const change = regressed.has(index) ? 'regressed' : spread.has(index) ? 'spread' : 'new';
    return one ? [{ ...one, change, pages: pages.get(index) ?? [] }] : [];
  });
}
