import type { CoverageChoice } from '../reading/coverage.js';
import type { Found, ToolReport } from '../reading/report.js';

/** What ingest answers. */
export interface IngestAnswer {
  /** Null for a dry run; `url` where the service knows the address of its frontend. */
  testActivity: { id: string; number: number; url?: string | null } | null;
  findingCount: number;
  resolvedCount: number;
  delta: { new: number; known: number; regressed: number; dismissed: number; resolved: number; review?: number };
  introduced: { count: number; indexes: number[]; regressed: number[] };
  fixes: number | null;
  created: boolean;
}

/** A finding that the change brings; `isRegressed` where it was gone and is back. */
export interface Introduced extends Found {
  isRegressed: boolean;
}

/** What became of one report. */
export interface ReportResult {
  report: ToolReport;
  coverage: CoverageChoice;
  /** How many requests deliver it, and what those that were delivered answered. */
  partCount: number;
  answers: IngestAnswer[];
  introduced: Introduced[];
  /** How many more it brings that the service has counted and not named. */
  unnamed: number;
}

/** What an answer brings, by the findings of its request. */
export function introducedBy(found: readonly Found[], { introduced }: IngestAnswer): Introduced[] {
  const regressed = new Set(introduced.regressed);
  return introduced.indexes.flatMap((index) => {
    const one = found[index];
    return one ? [{ ...one, isRegressed: regressed.has(index) }] : [];
  });
}
