import type { ReportedFinding } from '#libs/reports';

/** Where a linter found something, relative to the repository; line and column count from 1. */
interface FilePlace {
  path: string;
  line?: number;
  column?: number;
}

/** A finding of a report, with its place in a file where it has one. */
export interface Found {
  finding: ReportedFinding;
  place?: FilePlace;
}

/** What all files of one tool say together. */
export interface ToolReport {
  tool: string;
  toolVersion?: string;
  found: Found[];
  /** Addresses of the pages that were examined, each once. */
  pages: string[];
  /** ISO 8601; of several the last. */
  completedAt?: string;
  /** Why it cannot be complete, as clauses; empty where nothing speaks against it. */
  gaps: string[];
  /** Pages that a scan could not load, as clauses. */
  failedPages?: string[];
  /** Whether these gaps are what `--part` is for: this is one shard of several. */
  isShard: boolean;
  files: string[];
}

/** What failed, without what needs review. */
export const failuresIn = (found: readonly Found[]): Found[] => found.filter(({ finding }) => !finding.needsReview);
