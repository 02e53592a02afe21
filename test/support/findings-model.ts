/**
 * A simple model in memory of the findings of a product: it keeps what happened, in the order of arrival, and derives
 * all that is shown by judging that history from its start. To undo a run is to leave it out. The service must agree
 * with it after any sequence of steps.
 */
import {
  basesOf,
  changeOf,
  compared,
  countsOf,
  fixesOf,
  idleDays,
  introducedBy,
  isBehind,
  keysOf,
  quietBeside,
} from './findings-answers.js';
import { heldAfter, type Holders, keysIn, respelled } from './findings-matching.js';
import {
  currentSweep,
  datesOf,
  type Decision,
  type Event,
  type FindingRecord,
  fits,
  isForgotten,
  isInProposal,
  livingLine,
  type LineState,
  type ModelFinding,
  namesOf,
  replay,
  type Run,
  type State,
  statusOf,
  titleOf,
} from './findings-replay.js';
import {
  type Answer,
  type Change,
  DAY,
  lineKey,
  lineOf,
  type Report,
  type ReportAnswer,
  type Step,
  type TriageAction,
} from './findings-steps.js';

const PROPOSAL_DAYS = 30;
const LINE_DAYS = 180;

export interface Model {
  history: Event[];
  records: FindingRecord[];
  /** Which selectors they last had, which an undo leaves. */
  holders: Holders;
  /** What each run was answered, with the change that it was to each record: kept as given. */
  given: Map<number, { answer: ReportAnswer; changes: Map<number, Change> }>;
  decisions: readonly TriageDecision[];
  now: number;
  lastPlace: number;
  lastRun: number;
  lastIssue: number;
  lastRecord: number;
}

/** What was decided at once: the records, each with the place of its decision in the order. */
interface TriageDecision {
  now: number;
  places: ReadonlyMap<number, number>;
  /** The issue that was made. */
  issue: number | null;
  isUndone: boolean;
}

/** A product that nothing has been reported of. */
export const emptyModel = (now = 0): Model => ({
  history: [],
  records: [],
  holders: new Map(),
  given: new Map(),
  decisions: [],
  now,
  lastPlace: 0,
  lastRun: 0,
  lastIssue: 0,
  lastRecord: 0,
});

export const stateOf = ({ records, history }: Model): State => replay(records, history);

/** The runs that have not been undone. */
export const runsOf = ({ history }: Model): ({ place: number; now: number } & Run)[] =>
  history.filter((event) => event.kind === 'run');

/** Takes a step; returns what is the case then, and how the step was answered. */
export function take(model: Model, step: Step): { model: Model; answer: Answer } {
  switch (step.kind) {
    case 'report':
      return report(model, step.report, step.dryRun ?? false);
    case 'repeat':
      return { model, answer: model.given.get(step.number)!.answer };
    case 'undo':
      return undo(model, step.number);
    case 'triage':
      return triage(model, step);
    case 'undo triage':
      return undoTriage(model, step.decision);
    case 'answer pages':
      return answerPages(model, step);
    case 'edit':
      return done(withEvent(model, { kind: 'edit', record: recordNamed(model, step.finding)!.id, title: step.title }));
    case 'issue':
      if (stateOf(model).issues.get(step.number)?.state === step.state) return done(model);
      return done(withEvent(model, { kind: 'issue', number: step.number, state: step.state }));
    case 'delete issue':
      return done(withEvent(model, { kind: 'issue', number: step.number, state: 'deleted' }));
    case 'end line':
      return endLine(model, step.line);
    case 'close pull request':
      return done(endLines(model, (line, state) => isOfPullRequest(line, state, step)));
    case 'end idle lines':
      return done(endLines(model, (line, state) => isIdle(line, state, model.now)));
    case 'wait':
      return done({ ...model, now: model.now + step.ms });
  }
}

function report(model: Model, said: Report, dryRun: boolean): { model: Model; answer: Answer } {
  const before = stateOf(model);
  const line = lineKey(lineOf(said));
  const sweep = said.sweep && currentSweep(livingLine(before, line), said.sweep.key, model.now);
  if (sweep && !fits(sweep, said.sweep!)) return { model, answer: 'invalid_input' };

  const number = model.lastRun + 1;
  const keys = keysIn(model, before, said, number);
  const sent = { ...said, findings: said.findings.map((finding, index) => ({ ...finding, key: keys[index]! })) };
  const run: Run = { kind: 'run', number, report: sent, quiet: quietBeside(before, lineOf(sent), model.now) };
  const written = { ...withEvent(model, run), lastRun: run.number, holders: heldAfter(model, said, keys) };
  const reportedAs = (key: string) => sent.findings.filter((finding) => finding.key === key);
  const unknown = keysOf(sent).filter((key) => !recordOf(model, sent.tool, key));
  const known =
    lineOf(sent).kind === 'main'
      ? model.records.map((record) => {
          const reported = record.tool === sent.tool ? reportedAs(record.key) : [];
          return reported.length === 0 ? record : respelled(record, reported);
        })
      : model.records;
  written.records = [
    ...known,
    ...unknown.map((key, index) => ({
      id: model.lastRecord + 1 + index,
      tool: sent.tool,
      rule: reportedAs(key)[0]!.rule,
      key,
      selector: reportedAs(key).at(-1)!.selector ?? null,
      aliases: [],
      raisedAt: written.lastPlace,
      last: null,
    })),
  ];
  written.lastRecord += unknown.length;

  const after = stateOf(written);
  const changes = new Map<number, Change>();
  for (const key of keysOf(sent)) {
    const { id } = recordOf(written, sent.tool, key)!;
    changes.set(id, changeOf(before, before.findings.get(id), sent, model.now));
  }
  if (lineOf(sent).kind === 'main')
    for (const { id } of model.records) {
      const [was, is] = [before, after].map((state) => statusOf(state, state.findings.get(id)!, model.now));
      if (was !== 'dismissed' && was !== 'resolved' && is === 'resolved') changes.set(id, 'resolved');
    }
  const knownAs = (key: string) => before.findings.get(recordOf(written, sent.tool, key)!.id);
  const isProposal = lineOf(sent).kind === 'proposal';
  const [base] = isProposal ? basesOf(before, sent) : [];
  const behind = keysOf(sent).filter((key) => {
    const finding = knownAs(key);
    return finding && changes.get(finding.record.id) === 'known' && isBehind(before, finding, sent, model.now);
  });
  const answer = {
    delta: countsOf(changes),
    introduced: introducedBy(sent, (key) => ({
      change: changes.get(recordOf(written, sent.tool, key)!.id)!,
      extra: compared(before, knownAs(key), sent, model.now).extra,
    })),
    fixes: isProposal ? fixesOf(after, sent, run.number, model.now) : null,
    behind: isProposal ? behind.length : null,
    base: base
      ? {
          commitSha: base.run.report.commit!,
          number: base.run.number,
          completedAt: new Date(base.run.report.at).toISOString(),
        }
      : null,
  };
  if (dryRun) return { model, answer };
  return { model: { ...written, given: new Map(model.given).set(run.number, { answer, changes }) }, answer };
}

function undo(model: Model, number: number): { model: Model; answer: Answer } {
  if (!runsOf(model).some((run) => run.number === number)) return { model, answer: 'not_found' };
  const before = stateOf(model);
  const history = model.history.filter((event) => event.kind !== 'run' || event.number !== number);
  const after = replay(model.records, history);
  const records = model.records.map((record) => {
    const [was, is] = [before, after].map((state) => state.findings.get(record.id)!);
    const orphaned = was!.sightings.length > 0 && is!.sightings.length === 0;
    return orphaned ? { ...record, last: { title: titleOf(was!), ...datesOf(was!) } } : record;
  });
  const given = new Map(model.given);
  given.delete(number);
  return done(withoutForgotten({ ...model, history, records, given }));
}

function triage(
  model: Model,
  { action, findings, issue, untilIn }: Extract<Step, { kind: 'triage' }>,
): { model: Model; answer: Answer } {
  const state = stateOf(model);
  const chosen = findings.map((name) => state.findings.get(recordNamed(model, name)!.id)!);
  const statuses = chosen.map((finding) => statusOf(state, finding, model.now));
  const isRefused = (status: (typeof statuses)[number], index: number): boolean =>
    REFUSED[action].includes(status) && !(status === 'resolved' && canAnswer(state, chosen[index]!));
  const refusal = statuses.find(isRefused);
  if (refusal) return { model, answer: `finding_${refusal}` };
  const places = new Map<number, number>();
  for (const [index, { record }] of chosen.entries()) {
    if (statuses[index] === NEXT[action] && action !== 'dismiss') continue;
    let decision: Decision = { status: 'pending' };
    if (action === 'dismiss')
      decision = { status: 'dismissed', until: untilIn === undefined ? null : model.now + untilIn };
    if (action === 'confirm') {
      if (issue === undefined) model = openIssue(model);
      decision = { status: 'confirmed', issue: issue ?? model.lastIssue };
    }
    model = withEvent(model, { kind: 'decision', record: record.id, decision });
    places.set(record.id, model.lastPlace);
  }
  if (places.size === 0) return done(model);
  const made = action === 'confirm' && issue === undefined ? model.lastIssue : null;
  const decision = { now: model.now, places, issue: made, isUndone: false };
  return done({ ...model, decisions: [...model.decisions, decision] });
}

/**
 * Takes a decision back, for the findings of which nobody has decided since; an issue that it made goes unless it was
 * touched.
 */
function undoTriage(model: Model, number: number): { model: Model; answer: Answer } {
  const { now, places, issue, isUndone } = model.decisions[number]!;
  if (isUndone) return { model, answer: 'decision_undone' };
  if (model.now - now >= DAY) return { model, answer: 'decision_too_old' };
  const state = stateOf(model);
  const decided = [...places].filter(([record]) => state.findings.has(record));
  const undone = decided.filter(([record, place]) => isLastSaid(model, state.findings.get(record)!, place));
  const decisions = model.decisions.map((one, index) => (index === number ? { ...one, isUndone: true } : one));
  let after: Model = { ...model, decisions };
  for (const [record, of] of undone) after = withEvent(after, { kind: 'decision undone', record, of });
  const isThere = issue !== null && undone.length > 0 && state.issues.has(issue);
  const isKept = isThere && isTouched(after, issue);
  if (isThere && !isKept) after = withEvent(after, { kind: 'issue', number: issue, state: 'deleted' });
  const kept = isKept ? [issue] : [];
  const skipped = decided.length - undone.length;
  return { model: after, answer: `undone ${undone.length}, skipped ${skipped}, kept ${kept.join()}` };
}

/** Whether a decision is still what is said of a finding, and what it would get back is there. */
function isLastSaid(model: Model, { record, before, releasedAt, answers }: ModelFinding, place: number): boolean {
  const undone = new Set(model.history.flatMap((event) => (event.kind === 'decision undone' ? [event.of] : [])));
  const isLater = (event: Event): boolean =>
    event.kind === 'decision' && event.record === record.id && event.place > place && !undone.has(event.place);
  if (model.history.some(isLater) || releasedAt > place) return false;
  if ([...answers.values()].some((answer) => answer.place > place)) return false;
  const { decision } = before.get(place)!;
  return decision.status !== 'confirmed' || stateOf(model).issues.has(decision.issue);
}

/** Whether an issue was changed since it was made, or has a finding. */
function isTouched(model: Model, number: number): boolean {
  const said = model.history.filter((event) => event.kind === 'issue' && event.number === number);
  const isOf = ({ decision }: ModelFinding): boolean => decision.status === 'confirmed' && decision.issue === number;
  return said.length > 1 || [...stateOf(model).findings.values()].some(isOf);
}

/** What a proposal shows of what has landed can be answered, also where main lines have mended it. */
const canAnswer = (state: State, { landed, record }: ModelFinding): boolean => landed && isInProposal(state, record);

function answerPages(
  model: Model,
  { finding: name, pages, action, untilIn }: Extract<Step, { kind: 'answer pages' }>,
): { model: Model; answer: Answer } {
  const finding = stateOf(model).findings.get(recordNamed(model, name)!.id)!;
  const isConfirmed = finding.decision.status === 'confirmed';
  if (action === 'accept' && !isConfirmed) return { model, answer: 'finding_not_confirmed' };
  const until = untilIn === undefined ? null : model.now + untilIn;
  return done(withEvent(model, { kind: 'page answer', record: finding.record.id, pages, action, until }));
}

const NEXT = { confirm: 'confirmed', dismiss: 'dismissed', reopen: 'pending' } as const;
const REFUSED: Record<TriageAction, readonly string[]> = {
  confirm: ['resolved'],
  dismiss: ['confirmed', 'resolved'],
  reopen: ['confirmed'],
};

const openIssue = (model: Model): Model => ({
  ...withEvent(model, { kind: 'issue', number: model.lastIssue + 1, state: 'open' }),
  lastIssue: model.lastIssue + 1,
});

function endLine(model: Model, key: string): { model: Model; answer: Answer } {
  const line = stateOf(model).lines.findLast((named) => named.key === key);
  if (!line) return { model, answer: 'not_found' };
  if (line.ended) return { model, answer: 'line_ended' };
  return done(endLines(model, (named) => named.key === key));
}

function endLines(model: Model, ends: (line: LineState, state: State) => boolean): Model {
  const state = stateOf(model);
  const due = state.lines.filter((line) => !line.ended && ends(line, state));
  const holders = new Map([...model.holders].filter(([name]) => !due.some(({ key }) => key === name)));
  const begun: Model = { ...model, holders };
  return withoutForgotten(due.reduce((ended, { key }) => withEvent(ended, { kind: 'end', line: key }), begun));
}

function isOfPullRequest(line: LineState, state: State, closed: { repository: string; number: number }): boolean {
  if (line.prNumber !== closed.number) return false;
  if (line.repository !== null) return line.repository === closed.repository;
  return state.lines.some((other) => other.repository === closed.repository);
}

function isIdle(line: LineState, { lines }: State, now: number): boolean {
  if (line.kind === 'proposal') return idleDays(line, now) >= PROPOSAL_DAYS;
  const goesOn = ({ ended, kind, tool, ...other }: LineState): boolean =>
    !ended && kind === 'main' && tool === line.tool && idleDays(other, now) < LINE_DAYS;
  return idleDays(line, now) >= LINE_DAYS && lines.some(goesOn);
}

/** Without the proposed findings that nobody has triaged or edited and that no line reports that has not ended. */
function withoutForgotten(model: Model): Model {
  const { findings } = stateOf(model);
  return { ...model, records: model.records.filter(({ id }) => !isForgotten(findings.get(id)!)) };
}

const recordNamed = ({ records }: Model, name: string): FindingRecord | undefined => {
  const names = namesOf(records);
  return records.find(({ id }) => names.get(id) === name);
};

const recordOf = ({ records }: Model, tool: string, key: string): FindingRecord | undefined =>
  records.find((record) => record.tool === tool && record.key === key);

type WithoutPlace<E> = E extends Event ? Omit<E, 'place' | 'now'> : never;

const withEvent = (model: Model, event: WithoutPlace<Event>): Model => {
  const place = model.lastPlace + 1;
  return { ...model, lastPlace: place, history: [...model.history, { ...event, place, now: model.now }] };
};

const done = (model: Model): { model: Model; answer: Answer } => ({ model, answer: 'done' });
