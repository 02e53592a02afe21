import { emptyModel, take } from './findings-model.js';
import { showModel } from './findings-shown.js';
import {
  type Answer,
  DAY,
  type Delta,
  lineKey,
  lineOf,
  type Report,
  type ReportAnswer,
  type ShownFinding,
  type Shown,
  type ShownIssue,
  type Step,
  type TriageAction,
} from './findings-steps.js';

/** Words for stories that the model is told. Moments (`at`) and `wait` are in days, and rules are one word each. */
type ReportOverrides = Partial<Omit<Report, 'at' | 'findings'>> & { at?: number; title?: string; page?: string };

/** A complete run of the main line without a name. */
export const run = (rules: string, { at = 1, title, page, ...said }: ReportOverrides = {}): Step => ({
  kind: 'report',
  report: {
    tool: 'axe',
    complete: true,
    at: at * DAY,
    ...said,
    findings: rulesIn(rules).map((rule) => ({ rule, title: title ?? `${rule} fails`, page })),
  },
});

/** A complete push of a pull request. */
export const push = (prNumber: number, rules: string, said: ReportOverrides = {}): Step =>
  run(rules, { trigger: 'pull_request', prNumber, ...said });

/** The same run, not complete. */
export const partly = (step: Step): Step => edited(step, { complete: false });

/** The same run as a part of a sweep; `3/4.1/2` is the first of two pieces of the third of four parts. */
export function part(place: string, step: Step, key = 'nightly'): Step {
  const [, number, of, , piece, pieces] = /^(\d+)\/(\d+)(\.(\d+)\/(\d+))?$/.exec(place)!;
  const pieced = piece ? { piece: Number(piece), pieces: Number(pieces) } : {};
  return edited(step, { sweep: { key, part: Number(number), of: Number(of), ...pieced } });
}

const triage = (action: TriageAction, rules: string, options: { issue?: number; untilIn?: number } = {}): Step => ({
  kind: 'triage',
  action,
  findings: rulesIn(rules).map((rule) => `axe ${rule}`),
  ...(options.issue === undefined ? {} : { issue: options.issue }),
  ...(options.untilIn === undefined ? {} : { untilIn: options.untilIn * DAY }),
});
export const confirm = (rules: string, issue?: number): Step => triage('confirm', rules, { issue });
export const dismiss = (rules: string, untilIn?: number): Step => triage('dismiss', rules, { untilIn });
export const reopen = (rules: string): Step => triage('reopen', rules);
export const undoTriage = (decision: number): Step => ({ kind: 'undo triage', decision });
export const edit = (rule: string, title: string): Step => ({ kind: 'edit', finding: `axe ${rule}`, title });
export const close = (number: number): Step => ({ kind: 'issue', number, state: 'closed' });
export const undo = (number: number): Step => ({ kind: 'undo', number });
export const wait = (days: number): Step => ({ kind: 'wait', ms: days * DAY });
export const closePullRequest = (repository: string, number: number): Step => ({
  kind: 'close pull request',
  repository,
  number,
});
export const endIdleLines: Step = { kind: 'end idle lines' };

/** Ends the line of a run. */
export const endLineOf = (step: Step): Step => ({ kind: 'end line', line: lineKey(lineOf(reportOf(step))) });

/** The same report as a dry run. */
export const tried = (step: Step): Step => ({ kind: 'report', report: reportOf(step), dryRun: true });

/** What a story came to. */
export interface Outcome {
  shown: Shown;
  /** What the last step was answered. */
  answer: Answer;
  last: ReportAnswer;
  /** The counts of the last report that are not 0, such as `new 1, known 2`. */
  delta: string;
  /** Every finding with its status, such as `a pending, b resolved`. */
  statuses: string;
  finding: (rule: string) => ShownFinding | undefined;
  issue: (number: number) => ShownIssue | undefined;
}

export function play(...steps: readonly Step[]): Outcome {
  let model = emptyModel();
  let answer: Answer = 'done';
  let last: ReportAnswer | undefined;
  for (const step of steps) {
    ({ model, answer } = take(model, step));
    if (typeof answer === 'object') last = answer;
  }
  const shown = showModel(model);
  const finding = (rule: string) => shown.findings.find(({ name }) => name === `axe ${rule}`);
  return {
    shown,
    answer,
    finding,
    last: last!,
    delta: last ? deltaText(last.delta) : '',
    statuses: shown.findings.map(({ name, status }) => `${name.slice('axe '.length)} ${status}`).join(', '),
    issue: (number) => shown.issues.find((issue) => issue.number === number),
  };
}

const deltaText = (delta: Delta): string =>
  Object.entries(delta)
    .filter(([, count]) => count > 0)
    .map(([change, count]) => `${change} ${count}`)
    .join(', ') || 'nothing';

const reportOf = (step: Step): Report => (step as Extract<Step, { kind: 'report' }>).report;

const edited = (step: Step, more: Partial<Report>): Step => ({
  kind: 'report',
  report: { ...reportOf(step), ...more },
});

const rulesIn = (text: string): string[] => text.split(' ').filter(Boolean);
