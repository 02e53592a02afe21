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
  /** What somebody has chosen to leave out, as clauses. */
  selections: string[];
  /** Pages and files that could not be examined, by their names. */
  failed: string[];
  /** Whether all of them failed, so that it says nothing. */
  examinedNothing: boolean;
  /** Pages that a scan could not load, as clauses. */
  failedPages?: string[];
  /** Whether these gaps are what `--part` is for: this is one shard of several. */
  isShard: boolean;
  files: string[];
}

/** All that was not examined, as clauses. */
export const omissionsIn = ({ gaps, failedPages = [], selections }: ToolReport): string[] => [
  ...gaps,
  ...failedPages,
  ...selections,
];

/** What failed, without what needs review. */
export const failuresIn = (found: readonly Found[]): Found[] => found.filter(({ finding }) => !finding.needsReview);
