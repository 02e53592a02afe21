/** The formats that can be read; `lhci` is Lighthouse as its CI tool leaves it in a folder. */
export const REPORT_FORMATS = [
  'axe-core',
  'cypress-axe',
  'playwright',
  'vitest',
  'pa11y',
  'pa11y-ci',
  'lighthouse',
  'lhci',
  'ibm-equal-access',
  'eslint',
  'html-validate',
  'sarif',
  'earl',
] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export type Rating = 'high' | 'medium' | 'low';

/** One failure at one place, or what may be one, as the ingest endpoint takes it. */
export interface ReportedFinding {
  title: string;
  description?: string;
  severity?: Rating;
  impact?: Rating;
  sourceUrl?: string;
  wcag?: string[];
  selector?: string;
  /** The HTML of the element, as far as the tool quotes it. */
  snippet?: string;
  /** Where the tool explains the rule. */
  helpUrl?: string;
  /** What the element is, wherever it stands. */
  fingerprint?: string;
  /** The tool could not decide. Part of the identity. */
  needsReview?: true;
  ruleId: string;
}

/** Where in a file a finding stands; line and column count from 1. */
export interface FileLocation {
  /** Relative to the root of the repository, with `/`. */
  path: string;
  line?: number;
  column?: number;
}

/** What one tool says in one file. */
export interface ReadReport {
  file: string;
  format: ReportFormat;
  tool: string;
  toolVersion?: string;
  type: 'automated_scan';
  /** Each identity once for each page. */
  findings: ReportedFinding[];
  /** For each of `findings` its place in a file, for tools that read sources. */
  locations: (FileLocation | undefined)[];
  /** The addresses that were examined, as far as the report names them. */
  pages: string[];
  /** Pages and files that could not be examined, as the report names them. */
  failed: string[];
  /** Whether every one of them failed: the report then says nothing. */
  examinedNothing: boolean;
  /** ISO 8601, where the report says it. */
  startedAt?: string;
  completedAt?: string;
  /** Whether nothing in the report says that something was left out. It must not resolve anything otherwise. */
  examinedEverything: boolean;
  /** What was left out, each a sentence for people. */
  partialBecause: string[];
  /** What somebody has chosen to leave out, such as rules; nothing of it is in `partialBecause`. */
  selections: string[];
  /** Whether all that was left out is what other jobs of the same run may have: another shard, other tests. */
  isShard: boolean;
  /** What could not be taken over as it is, each a sentence for people. */
  warnings: string[];
}

/** A file is no report, or none that can be trusted: `message` names it, tells why, and what to do. */
export class UnreadableReportError extends Error {
  override readonly name = 'UnreadableReportError';

  constructor(
    readonly file: string,
    readonly reason: string,
    readonly advice: string,
  ) {
    super(`${file}: ${reason} ${advice}`);
  }
}

/** What readers know besides the report itself. */
export interface ReadContext {
  file: string;
  /** The root of the repository, as an absolute path; paths in reports are told from there. */
  root?: string | undefined;
  /** Reads a file that a report refers to; undefined where there is none. */
  readFile?: ((path: string) => Promise<string | undefined>) | undefined;
  /** How long the report is, in characters. */
  size: number;
  /** Whether somebody has said which format it is: an empty report then is one that found nothing. */
  isNamed: boolean;
}

/** One failure, or what may be one, as a reader found it. Absent parts are left out of the finding. */
export interface Failure {
  ruleId: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  severity?: Rating | undefined;
  impact?: Rating | undefined;
  page?: string | undefined;
  wcag?: readonly string[] | undefined;
  /** The tool could not decide: a person should look. */
  needsReview?: boolean | undefined;
  selector?: string | undefined;
  /** The HTML of the element: its fingerprint is made of it, unless the tool has one of its own. */
  snippet?: string | undefined;
  helpUrl?: string | undefined;
  fingerprint?: string | undefined;
  /** The file, story or the like in which the selector counts. */
  place?: string | undefined;
  location?: FileLocation | undefined;
  /**
   * Where among its like it stands in the document, for tools whose selectors may name several elements: those that
   * share rule, page and selector are numbered in this order.
   */
  order?: readonly number[] | undefined;
  /** Which of several runs in one file it is of; each is numbered by itself. */
  run?: number | undefined;
}

/** What one tool says, before it is brought within the limits of the ingest endpoint. */
export interface Reading {
  tool: string;
  toolVersion?: string | undefined;
  failures: Failure[];
  pages?: (string | undefined)[];
  /** Pages and files that failed, of each of which `omissions` tells why. */
  failed?: string[];
  /** Whether nothing was examined. */
  isEmpty?: boolean;
  startedAt?: string | undefined;
  completedAt?: string | undefined;
  /** What failed, which tests somebody chose to run, and which rules or kinds of results, each as a sentence. */
  omissions?: string[];
  limits?: string[];
  selections?: string[];
  /** What was read otherwise than it is written. */
  warnings?: string[];
}

/** One format. A file holds one report of it, or a list of such. */
export interface Format {
  name: ReportFormat;
  /** Whether an empty list is a report that found nothing. */
  emptyList?: true;
  recognises(report: unknown): boolean;
  /** @throws UnreadableReportError where a report has the shape but says nothing about accessibility */
  read(reports: readonly unknown[], context: ReadContext): Reading[] | Promise<Reading[]>;
}
