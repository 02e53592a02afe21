/**
 * What can happen to the findings of a product, as plain data: the model in memory and the service take the same steps
 * and must show the same.
 */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A report of a scanner. `at` is its `completedAt` in milliseconds. */
export interface Report {
  tool: string;
  at: number;
  findings: readonly ReportedFinding[];
  complete: boolean;
  /** It names areas: a complete report of a part of the product ends nothing. */
  areas?: boolean;
  trigger?: 'pull_request' | 'push' | 'schedule';
  environment?: string;
  prNumber?: number;
  /** The repository that `prUrl` names. */
  repository?: string;
  ref?: string;
  line?: LineKind;
  sweep?: SweepPart;
  /** The addresses that it is complete for. */
  pages?: readonly string[];
  commit?: string;
  baseCommits?: readonly string[];
}

/** One finding as sent; the same rule may come several times. */
export interface ReportedFinding {
  rule: string;
  title: string;
  page?: string;
  selector?: string;
  fingerprint?: string;
}

/** A report whose findings are told apart: each has the key of its record. */
export interface NamedReport extends Omit<Report, 'findings'> {
  findings: readonly (ReportedFinding & { key: string })[];
}

export interface SweepPart {
  key: string;
  part: number;
  of: number;
  piece?: number;
  pieces?: number;
}

type LineKind = 'main' | 'proposal';

/** What tells lines of a product apart. */
export interface LineName {
  tool: string;
  kind: LineKind;
  name: string | null;
  /** Of proposals that a pull request names. */
  prNumber: number | null;
  repository: string | null;
}

export type TriageAction = 'confirm' | 'dismiss' | 'reopen';

export type PageAction = 'accept' | 'dismiss' | 'reopen';

/**
 * Findings are named by `tool rule`, and from the second of a rule by a number. An issue is named by its number, a line
 * by its key, a decision by how many there were before it.
 */
export type Step =
  | { kind: 'report'; report: Report; dryRun?: boolean }
  | { kind: 'repeat'; number: number }
  | { kind: 'undo'; number: number }
  | { kind: 'triage'; action: TriageAction; findings: readonly string[]; issue?: number; untilIn?: number }
  | { kind: 'undo triage'; decision: number }
  | { kind: 'answer pages'; finding: string; pages: readonly string[]; action: PageAction; untilIn?: number }
  | { kind: 'edit'; finding: string; title: string }
  | { kind: 'issue'; number: number; state: IssueState }
  | { kind: 'delete issue'; number: number }
  | { kind: 'end line'; line: string }
  | { kind: 'close pull request'; repository: string; number: number }
  | { kind: 'end idle lines' }
  | { kind: 'wait'; ms: number };

export type IssueState = 'open' | 'closed';

/** How the step was answered: what ingest says of a report, else a code. */
export type Answer = ReportAnswer | 'done' | (string & {});

export interface ReportAnswer {
  delta: Delta;
  introduced: {
    count: number;
    indexes: number[];
    regressed: number[];
    spread: number[];
    pages: { index: number; pages: string[] }[];
  };
  fixes: number | null;
  behind: number | null;
  base: { commitSha: string; number: number; completedAt: string } | null;
}

export type Change = 'new' | 'known' | 'regressed' | 'spread' | 'dismissed' | 'resolved';
export type Delta = Record<Change, number>;

/** What the service shows of everything. */
export interface Shown {
  findings: ShownFinding[];
  issues: ShownIssue[];
  lines: ShownLine[];
  runs: ShownRun[];
}

/** What the lists of them show. */
export type Glance = Pick<Shown, 'issues' | 'lines'> & {
  findings: Omit<ShownFinding, 'issue' | 'pages' | 'where' | 'actions'>[];
};

export interface ShownFinding {
  name: string;
  status: 'pending' | 'confirmed' | 'dismissed' | 'resolved';
  proposed: boolean;
  selector: string | null;
  aliases: readonly string[];
  issue: number | null;
  title: string;
  edited: boolean;
  regressions: number;
  firstSeen: number;
  lastSeen: number;
  pages: { page: string; firstSeen: number; lastSeen: number }[];
  /** Where it is now, and what was answered there. */
  where: { page: string; lines: string[]; answer: PageAction | null }[];
  actions: TriageAction[];
}

export interface ShownIssue {
  number: number;
  state: IssueState;
  regressed: boolean;
  noLongerReported: boolean;
}

export interface ShownLine {
  tool: string;
  kind: LineKind;
  name: string | null;
  firstRun: { number: number; at: number };
  lastRun: { number: number; at: number };
  findingsPresent: number;
}

export interface ShownRun {
  number: number;
  /** `GET …/test-activity/:n/findings?change=`: each finding's name with its change. */
  changes: string[];
  discovered: number;
}

/** The line of a report. */
export function lineOf(report: Omit<Report, 'findings'>): LineName {
  const { tool, trigger, line: said } = report;
  const kind = said ?? (trigger === 'pull_request' ? 'proposal' : 'main');
  const named = { tool, kind, prNumber: null, repository: null };
  if (kind === 'main') return { ...named, name: filled(report.environment) };
  const { prNumber, repository = null } = report;
  if (prNumber !== undefined) return { ...named, name: String(prNumber), prNumber, repository };
  return { ...named, name: filled(report.ref) };
}

/** Lines are the same if their keys are: number 7 and ref "7" are two, and so are the numbers 7 of two repositories. */
export const lineKey = ({ tool, kind, name, prNumber, repository }: LineName): string =>
  JSON.stringify([tool, kind, name, prNumber, repository]);

const filled = (text = ''): string | null => text.trim() || null;

/** The page that an address names. */
export const pageOf = (address: string): string => new URL(address).pathname.replace(/\/$/, '');

/** The pages of a finding in a report; `''` stands for none. */
export function pagesIn({ findings }: NamedReport, key: string): string[] {
  const named = findings.filter((finding) => finding.key === key).flatMap(({ page }) => (page ? [pageOf(page)] : []));
  return named.length === 0 ? [''] : [...new Set(named)];
}

/** How a finding is spelled on a page of a report: of several words the last ones. */
export function markIn({ findings }: NamedReport, key: string, page: string): string {
  const same = findings.filter((finding) => finding.key === key && placeOf(finding) === page);
  return markOf(same.at(-1)!);
}

/** The page of a finding; `''` stands for none. */
export const placeOf = ({ page }: ReportedFinding): string => (page ? pageOf(page) : '');

/** How a finding is spelled. */
const markOf = ({ selector, fingerprint }: ReportedFinding): string =>
  JSON.stringify([selector ?? null, fingerprint ?? null]);
