import {
  DAY,
  type IssueState,
  lineKey,
  type LineName,
  lineOf,
  type PageAction,
  markIn,
  type NamedReport,
  pageOf,
  pagesIn,
} from './findings-steps.js';

/** What happened, in the order of arrival. `place` is that order; it counts on where a run is undone. */
export type Event = { place: number; now: number } & (
  | Run
  | { kind: 'decision'; record: number; decision: Decision }
  | { kind: 'decision undone'; record: number; of: number }
  | { kind: 'page answer'; record: number; pages: readonly string[]; action: PageAction; until: number | null }
  | { kind: 'edit'; record: number; title: string }
  | { kind: 'issue'; number: number; state: IssueState | 'deleted' }
  | { kind: 'end'; line: string }
);

/** `quiet`: the other main lines that had no run for 35 days when it arrived, by key; an undo does not change it. */
export interface Run {
  kind: 'run';
  number: number;
  report: NamedReport;
  quiet: readonly string[];
}

export type Decision =
  { status: 'pending' } | { status: 'confirmed'; issue: number } | { status: 'dismissed'; until: number | null };

/**
 * The row of a finding: what was raised at a place, and went or is there still. Its spellings are those of main lines,
 * which an undo leaves.
 */
export interface FindingRecord {
  id: number;
  tool: string;
  rule: string;
  /** Of the rule and its first selector; with the run where that one is taken. */
  key: string;
  selector: string | null;
  aliases: readonly string[];
  raisedAt: number;
  /** What it showed when the last run that reported it was undone. */
  last: { title: string; firstSeen: number; lastSeen: number } | null;
}

/**
 * The pages of findings, each with how it is spelled there and the latest moment at which it was seen so; `''` stands
 * for none.
 */
type Pairs = Map<number, Map<string, Map<string, number>>>;

/** A line from its first run to its end; a later run of the same name begins another. */
export interface LineState extends LineName {
  key: string;
  ended: boolean;
  runs: Sighting['run'][];
  present: Set<number>;
  /** The latest moment at which it saw each finding. */
  lastSighting: Map<number, number>;
  pairs: Pairs;
  /** What it had after each of its runs, by the number of the run. */
  pairsAfter: Map<number, Pairs>;
  sweeps: SweepState[];
}

export interface SweepState {
  key: string;
  of: number;
  begunAt: number;
  wholeAt: number | null;
  parts: Map<number, { pieces: number; arrived: Set<number> }>;
  reported: Reported;
  moment: number;
}

/** The pages of each finding, by its key, with how it is spelled there. */
type Reported = Map<string, Map<string, Set<string>>>;

interface Sighting {
  run: { place: number; now: number } & Run;
  line: LineState;
  title: string;
  pages: string[];
}

export interface ModelFinding {
  record: FindingRecord;
  landed: boolean;
  decision: Decision;
  triaged: boolean;
  editedTitle: string | null;
  /** A person holds it open although it is present nowhere. */
  keptOpen: boolean;
  /** What it had before each decision, by the place of the decision. */
  before: Map<number, Before>;
  /** Where in the order its issue was last deleted. */
  releasedAt: number;
  /** What was answered for its pages, which no run changes. */
  answers: Map<string, { place: number; action: PageAction; until: number | null }>;
  sightings: Sighting[];
  regressions: number;
  /** Where in the order it was last open before it was not. */
  closedAt: number;
}

/** What a decision gives back where it is undone. */
interface Before extends Pick<ModelFinding, 'decision' | 'keptOpen' | 'closedAt'> {
  made: Decision['status'];
}

/** What ended the presence of absentees: a complete run, or the last part of a sweep for all parts. */
interface Ending {
  moment: number;
  reported: Reported;
  kind: 'complete' | 'sweep' | 'pages';
}

export interface State {
  findings: Map<number, ModelFinding>;
  lines: LineState[];
  issues: Map<number, { state: IssueState; since: number }>;
  /** By the number of the run. */
  endings: Map<number, Ending>;
}

/** Judges a history from its start: all that holds follows from the records and from what happened, in its order. */
export function replay(records: readonly FindingRecord[], history: readonly Event[]): State {
  const findings = new Map(records.map((record) => [record.id, untouched(record)]));
  const state: State = { findings, lines: [], issues: new Map(), endings: new Map() };
  for (const event of history) {
    const wereOpen = new Set([...findings.values()].filter((finding) => isOpen(state, finding)));
    if (event.kind === 'run') arrive(state, event);
    else if (event.kind === 'decision') decide(state, findings.get(event.record), event);
    else if (event.kind === 'decision undone') undoDecision(state, findings.get(event.record), event.of);
    else if (event.kind === 'page answer') answerPages(findings.get(event.record), event);
    else if (event.kind === 'edit') findings.get(event.record)!.editedTitle = event.title;
    else if (event.kind === 'end') end(state, event.line);
    else changeIssue(state, event.number, event.state, event.place);
    // What is absent again because a decision is undone has been so before.
    if (event.kind === 'decision undone') continue;
    for (const finding of wereOpen) if (!isOpen(state, finding)) finding.closedAt = event.place;
  }
  return state;
}

/** Whether a finding is present in a line that counts: of a landed one main lines, of a proposed one all. */
export const isPresent = (state: State, { landed, record }: ModelFinding): boolean =>
  state.lines.some(({ kind, present }) => (kind === 'main' || !landed) && present.has(record.id));

export function statusOf(state: State, finding: ModelFinding, now: number): Decision['status'] | 'resolved' {
  const { decision } = finding;
  if (decision.status === 'dismissed' && (decision.until === null || decision.until > now)) return 'dismissed';
  if (!isOpen(state, finding)) return 'resolved';
  return decision.status === 'confirmed' ? 'confirmed' : 'pending';
}

/** Runs that say when and how a finding shows: those of main lines once it has landed, of ended lines too. */
const countedSightings = ({ landed, sightings }: ModelFinding): Sighting[] =>
  sightings.filter(({ line }) => !landed || line.kind === 'main');

/** When it was first and last seen; what it showed last where no run reports it any more. */
export function datesOf(finding: ModelFinding): { firstSeen: number; lastSeen: number } {
  const moments = countedSightings(finding).map(({ run }) => run.report.at);
  if (moments.length === 0)
    return { firstSeen: finding.record.last!.firstSeen, lastSeen: finding.record.last!.lastSeen };
  return { firstSeen: Math.min(...moments), lastSeen: Math.max(...moments) };
}

/** The words of the latest moment, of two of the same moment those of the later arrival. */
export function titleOf(finding: ModelFinding): string {
  const [first, ...others] = countedSightings(finding);
  if (!first) return finding.record.last!.title;
  return others.reduce((latest, next) => (next.run.report.at >= latest.run.report.at ? next : latest), first).title;
}

/** The pages on which it was seen, each with its own dates. */
export function pagesOf(finding: ModelFinding): { page: string; firstSeen: number; lastSeen: number }[] {
  const telling = countedSightings(finding);
  const pages = [...new Set(telling.flatMap((sighting) => sighting.pages))].sort();
  return pages.map((page) => {
    const moments = telling.filter((sighting) => sighting.pages.includes(page)).map(({ run }) => run.report.at);
    return { page, firstSeen: Math.min(...moments), lastSeen: Math.max(...moments) };
  });
}

/** A proposed finding goes with the last line that reported it, unless somebody has triaged or edited it. */
export const isForgotten = ({ landed, sightings, triaged, editedTitle }: ModelFinding): boolean =>
  !landed && sightings.every(({ line }) => line.ended) && !triaged && editedTitle === null;

const isOpen = (state: State, finding: ModelFinding): boolean => finding.keptOpen || isPresent(state, finding);

/** The line of this name that has not ended. */
export const livingLine = (state: State, key: string): LineState | undefined =>
  state.lines.find((line) => line.key === key && !line.ended);

/** The sweep that a part of this key belongs to: one that has not lapsed, or takes copies still. */
export const currentSweep = (line: LineState | undefined, key: string, now: number): SweepState | undefined =>
  line?.sweeps.findLast((sweep) => sweep.key === key && now < (sweep.wholeAt ?? sweep.begunAt) + DAY);

/**
 * A part of a sweep belongs to it if both have the same number of parts, and the part is in as many pieces as before.
 */
export function fits(sweep: SweepState, { part, of, pieces = 1 }: NonNullable<NamedReport['sweep']>): boolean {
  return sweep.of === of && (sweep.parts.get(part)?.pieces ?? pieces) === pieces;
}

function arrive(state: State, run: Sighting['run']): void {
  const { report } = run;
  const line = livingLine(state, lineKey(lineOf(report))) ?? begin(state, lineOf(report));
  const reported: Reported = new Map(
    report.findings.map(({ key }) => [
      key,
      new Map(pagesIn(report, key).map((page) => [page, new Set([markIn(report, key, page)])])),
    ]),
  );
  const ending = endingOf(line, run, reported);
  line.runs.push(run);
  for (const finding of of(state, run)) if (reported.has(finding.record.key)) see(state, line, run, finding);
  if (ending) {
    state.endings.set(run.number, ending);
    if (ending.kind === 'pages') leavePages(state, line, run, ending);
    else leave(state, line, run, ending);
  }
  line.pairsAfter.set(run.number, new Map([...line.pairs].map(([id, pages]) => [id, new Map(pages)])));
}

/**
 * A complete run, or the last part of a sweep, ends what is not reported, and how what is reported was spelled before.
 */
function leave(state: State, line: LineState, run: Sighting['run'], { moment, reported, kind }: Ending): void {
  const others = run.quiet.map((quiet) => livingLine(state, quiet)).filter((other) => other !== undefined);
  for (const finding of of(state, run)) {
    const { id, key } = finding.record;
    const own = reported.get(key);
    const had = new Set(line.pairs.get(id)?.keys());
    forget(line, id, moment, (page, mark) => kind === 'complete' && own?.get(page)?.has(mark) === true);
    for (const other of others) forget(other, id, moment, (page) => own?.has(page) === true);
    if (kind === 'sweep')
      for (const [page, marks] of own ?? [])
        if (had.has(page)) for (const mark of marks) noteSeen(line, id, { page, mark, at: moment });
    if (reported.has(key)) continue;
    for (const { present, lastSighting } of [line, ...others])
      if ((lastSighting.get(id) ?? -Infinity) <= moment) present.delete(id);
    if (line.kind === 'main' || (!finding.landed && line.lastSighting.has(id))) finding.keptOpen = false;
  }
}

/** Forgets where a line has seen a finding up to a moment, and how it was spelled there, but for what is kept. */
function forget(
  { pairs }: LineState,
  id: number,
  moment: number,
  isKept: (page: string, mark: string) => boolean,
): void {
  for (const [page, marks] of pairs.get(id) ?? []) {
    for (const [mark, seen] of marks) if (seen <= moment && !isKept(page, mark)) marks.delete(mark);
    if (marks.size === 0) pairs.get(id)!.delete(page);
  }
}

function noteSeen(
  { pairs }: LineState,
  id: number,
  { page, mark, at }: { page: string; mark: string; at: number },
): void {
  const pages = pairs.get(id) ?? new Map<string, Map<string, number>>();
  pairs.set(id, pages);
  const marks = pages.get(page) ?? new Map<string, number>();
  pages.set(page, marks);
  marks.set(mark, Math.max(marks.get(mark) ?? -Infinity, at));
}

/** A run for some pages ends what is not reported on these; a finding that is on no page any more is absent. */
function leavePages(state: State, line: LineState, run: Sighting['run'], { moment, reported }: Ending): void {
  const scanned = new Set(run.report.pages!.map(pageOf));
  for (const finding of of(state, run)) {
    const { id, key } = finding.record;
    const pages = line.pairs.get(id);
    if (!pages || pages.size === 0) continue;
    const isReported = (page: string, mark: string): boolean => reported.get(key)?.get(page)?.has(mark) === true;
    forget(line, id, moment, (page, mark) => !scanned.has(page) || isReported(page, mark));
    if (pages.size === 0 && line.lastSighting.get(id)! <= moment) line.present.delete(id);
  }
}

/** The findings of the run's tool that had been raised when it arrived, by itself included. */
const of = ({ findings }: State, { place, report }: Sighting['run']): ModelFinding[] =>
  [...findings.values()].filter(({ record }) => record.tool === report.tool && record.raisedAt <= place);

function see(state: State, line: LineState, run: Sighting['run'], finding: ModelFinding): void {
  const { id, key } = finding.record;
  const isMain = line.kind === 'main';
  // It would have gone by now, so that this run raises it.
  if (isForgotten(finding)) Object.assign(finding, { ...untouched(finding.record), answers: finding.answers });
  if (isMain && finding.landed && statusOf(state, finding, run.now) === 'resolved') finding.regressions += 1;
  if (isMain) finding.landed = true;
  if (isMain || !finding.landed) finding.keptOpen = false;
  line.present.add(id);
  line.lastSighting.set(id, Math.max(line.lastSighting.get(id) ?? -Infinity, run.report.at));
  const same = run.report.findings.filter((reported) => reported.key === key);
  const pages = same.map(({ page }) => page).filter((page) => page !== undefined);
  for (const page of pagesIn(run.report, key))
    noteSeen(line, id, { page, mark: markIn(run.report, key, page), at: run.report.at });
  finding.sightings.push({ run, line, title: same.at(-1)!.title, pages: [...new Set(pages)] });
}

function endingOf(line: LineState, run: Sighting['run'], own: Reported): Ending | null {
  const { complete, areas, at, sweep: part, pages: scanned } = run.report;
  if (!complete || areas) return null;
  if (scanned) return { moment: at, reported: own, kind: 'pages' };
  if (!part) return { moment: at, reported: own, kind: 'complete' };
  const { key, of: parts, piece = 1, pieces = 1 } = part;
  let sweep = currentSweep(line, key, run.now);
  if (!sweep || !fits(sweep, part)) {
    const empty = { parts: new Map(), reported: new Map(), moment: at };
    line.sweeps.push((sweep = { key, of: parts, begunAt: run.now, wholeAt: null, ...empty }));
  }
  const known = sweep.parts.get(part.part) ?? { pieces, arrived: new Set() };
  sweep.parts.set(part.part, { pieces, arrived: known.arrived.add(piece) });
  sweep.moment = Math.max(sweep.moment, at);
  for (const [key, pages] of own) {
    const known = sweep.reported.get(key) ?? new Map<string, Set<string>>();
    sweep.reported.set(key, known);
    for (const [page, marks] of pages) known.set(page, new Set([...(known.get(page) ?? []), ...marks]));
  }
  const isWhole = sweep.parts.size === parts && [...sweep.parts.values()].every((p) => p.arrived.size === p.pieces);
  if (!isWhole || sweep.wholeAt !== null) return null;
  sweep.wholeAt = run.now;
  return { moment: sweep.moment, reported: new Map(sweep.reported), kind: 'sweep' };
}

function begin(state: State, name: LineName): LineState {
  const line = { ...name, key: lineKey(name), ended: false, runs: [], sweeps: [] };
  state.lines.push({
    ...line,
    present: new Set(),
    lastSighting: new Map(),
    pairs: new Map(),
    pairsAfter: new Map(),
  });
  return state.lines.at(-1)!;
}

function end(state: State, key: string): void {
  const line = livingLine(state, key);
  if (line) Object.assign(line, { ended: true, present: new Set(), pairs: new Map() });
}

function decide(
  state: State,
  finding: ModelFinding | undefined,
  { place, decision }: { place: number; decision: Decision },
): void {
  if (!finding) return;
  const { decision: former, keptOpen: wasKept, closedAt } = finding;
  finding.before.set(place, { decision: former, keptOpen: wasKept, closedAt, made: decision.status });
  const keptOpen = decision.status !== 'dismissed' && !isPresent(state, finding);
  Object.assign(finding, { decision, keptOpen, triaged: true });
}

/**
 * Gives back what a finding had before a decision; what runs have said of it since stays, and that somebody has decided
 * of it.
 */
function undoDecision(state: State, finding: ModelFinding | undefined, of: number): void {
  const before = finding?.before.get(of);
  if (!finding || !before) return;
  const { made, decision, keptOpen, closedAt } = before;
  const isAsLeft =
    !isPresent(state, finding) && (finding.keptOpen || (made === 'dismissed' && keptOpen && finding.closedAt <= of));
  Object.assign(finding, { decision }, isAsLeft ? { keptOpen, closedAt } : {});
}

function answerPages(finding: ModelFinding | undefined, event: Extract<Event, { kind: 'page answer' }>): void {
  for (const page of event.pages) {
    if (event.action === 'reopen') finding?.answers.delete(page);
    else finding?.answers.set(page, event);
  }
}

/** The lines that have a finding on each of its pages, by the page. */
export function whereaboutsOf({ lines }: State, { id }: FindingRecord): Map<string, LineState[]> {
  const where = new Map<string, LineState[]>();
  for (const line of lines)
    for (const page of line.pairs.get(id)?.keys() ?? [])
      if (page !== '') where.set(page, [...(where.get(page) ?? []), line]);
  return where;
}

/** Whether a proposal that has not ended has a finding. */
export const isInProposal = ({ lines }: State, { id }: FindingRecord): boolean =>
  lines.some(({ kind, pairs }) => kind === 'proposal' && (pairs.get(id)?.size ?? 0) > 0);

/** The answer for a page that holds at a moment. */
export function answerAt({ answers }: ModelFinding, page: string, now: number): PageAction | null {
  const answer = answers.get(page);
  return answer && (answer.until === null || answer.until > now) ? answer.action : null;
}

function changeIssue(state: State, number: number, change: IssueState | 'deleted', place: number): void {
  if (change !== 'deleted') return void state.issues.set(number, { state: change, since: place });
  state.issues.delete(number);
  for (const finding of state.findings.values()) {
    const { decision } = finding;
    if (decision.status === 'confirmed' && decision.issue === number)
      Object.assign(finding, { decision: { status: 'pending' }, releasedAt: place });
  }
}

/** What findings are called, by the ids of their records. */
export function namesOf(records: readonly FindingRecord[]): Map<number, string> {
  const counts = new Map<string, number>();
  return new Map(
    records.map(({ id, tool, rule }) => {
      const name = `${tool} ${rule}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [id, count === 1 ? name : `${name} ${count}`];
    }),
  );
}

const untouched = (record: FindingRecord): ModelFinding => ({
  record,
  landed: false,
  decision: { status: 'pending' },
  triaged: false,
  editedTitle: null,
  keptOpen: false,
  before: new Map(),
  releasedAt: -1,
  answers: new Map(),
  sightings: [],
  regressions: 0,
  closedAt: record.raisedAt,
});
