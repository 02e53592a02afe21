import {
  DAY,
  type IssueState,
  lineKey,
  type LineName,
  lineOf,
  type PageAction,
  pageOf,
  pagesIn,
  type Report,
} from './findings-steps.js';

/** What happened, in the order of arrival. `place` is that order; it counts on where a run is undone. */
export type Event = { place: number; now: number } & (
  | Run
  | { kind: 'decision'; record: number; decision: Decision }
  | { kind: 'page answer'; record: number; pages: readonly string[]; action: PageAction; until: number | null }
  | { kind: 'edit'; record: number; title: string }
  | { kind: 'issue'; number: number; state: IssueState | 'deleted' }
  | { kind: 'end'; line: string }
);

/** `quiet`: the other main lines that had no run for 35 days when it arrived, by key; an undo does not change it. */
export interface Run {
  kind: 'run';
  number: number;
  report: Report;
  quiet: readonly string[];
}

export type Decision =
  { status: 'pending' } | { status: 'confirmed'; issue: number } | { status: 'dismissed'; until: number | null };

/** The row of a finding: a name that was raised at a place, and went or is there still. */
export interface FindingRecord {
  id: number;
  tool: string;
  rule: string;
  raisedAt: number;
  /** What it showed when the last run that reported it was undone. */
  last: { title: string; firstSeen: number; lastSeen: number } | null;
}

/** The pages of findings, each with the latest moment at which it was seen there; `''` stands for none. */
type Pairs = Map<number, Map<string, number>>;

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

/** The pages of each rule. */
type Reported = Map<string, Set<string>>;

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
  /** What was answered for its pages, which no run changes. */
  answers: Map<string, { action: PageAction; until: number | null }>;
  sightings: Sighting[];
  regressions: number;
  /** Where in the order it was last open before it was not. */
  closedAt: number;
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
    else if (event.kind === 'decision') decide(state, findings.get(event.record), event.decision);
    else if (event.kind === 'page answer') answerPages(findings.get(event.record), event);
    else if (event.kind === 'edit') findings.get(event.record)!.editedTitle = event.title;
    else if (event.kind === 'end') end(state, event.line);
    else changeIssue(state, event.number, event.state, event.place);
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

/** A part of a sweep belongs to it if both have the same number of parts, and the part is in as many pieces as before. */
export function fits(sweep: SweepState, { part, of, pieces = 1 }: NonNullable<Report['sweep']>): boolean {
  return sweep.of === of && (sweep.parts.get(part)?.pieces ?? pieces) === pieces;
}

function arrive(state: State, run: Sighting['run']): void {
  const { report } = run;
  const line = livingLine(state, lineKey(lineOf(report))) ?? begin(state, lineOf(report));
  const reported: Reported = new Map(report.findings.map(({ rule }) => [rule, new Set(pagesIn(report, rule))]));
  const ending = endingOf(line, run, reported);
  line.runs.push(run);
  for (const finding of of(state, run)) if (reported.has(finding.record.rule)) see(state, line, run, finding);
  if (ending) {
    state.endings.set(run.number, ending);
    if (ending.kind === 'pages') leavePages(state, line, run, ending);
    else leave(state, line, run, ending);
  }
  line.pairsAfter.set(run.number, new Map([...line.pairs].map(([id, pages]) => [id, new Map(pages)])));
}

/** A complete run, or the last part of a sweep, ends what is not reported. */
function leave(state: State, line: LineState, run: Sighting['run'], { moment, reported, kind }: Ending): void {
  const looksAt = [line, ...run.quiet.map((key) => livingLine(state, key)).filter((other) => other !== undefined)];
  for (const finding of of(state, run)) {
    const { id, rule } = finding.record;
    for (const { pairs } of looksAt)
      for (const [page, seen] of pairs.get(id) ?? [])
        if (seen <= moment && !reported.get(rule)?.has(page)) pairs.get(id)!.delete(page);
    if (kind === 'sweep')
      for (const [page, seen] of line.pairs.get(id) ?? [])
        if (reported.get(rule)?.has(page)) line.pairs.get(id)!.set(page, Math.max(seen, moment));
    if (reported.has(rule)) continue;
    for (const { present, lastSighting } of looksAt)
      if ((lastSighting.get(id) ?? -Infinity) <= moment) present.delete(id);
    if (line.kind === 'main' || (!finding.landed && line.lastSighting.has(id))) finding.keptOpen = false;
  }
}

/** A run for some pages ends what is not reported on these; a finding that is on no page any more is absent. */
function leavePages(state: State, line: LineState, run: Sighting['run'], { moment, reported }: Ending): void {
  const scanned = new Set(run.report.pages!.map(pageOf));
  for (const finding of of(state, run)) {
    const { id, rule } = finding.record;
    const pages = line.pairs.get(id);
    if (!pages || pages.size === 0) continue;
    for (const [page, seen] of pages)
      if (seen <= moment && scanned.has(page) && !reported.get(rule)?.has(page)) pages.delete(page);
    if (pages.size === 0 && line.lastSighting.get(id)! <= moment) line.present.delete(id);
  }
}

/** The findings of the run's tool that had been raised when it arrived, by itself included. */
const of = ({ findings }: State, { place, report }: Sighting['run']): ModelFinding[] =>
  [...findings.values()].filter(({ record }) => record.tool === report.tool && record.raisedAt <= place);

function see(state: State, line: LineState, run: Sighting['run'], finding: ModelFinding): void {
  const { id, rule } = finding.record;
  const isMain = line.kind === 'main';
  // It would have gone by now, so that this run raises it.
  if (isForgotten(finding)) Object.assign(finding, { ...untouched(finding.record), answers: finding.answers });
  if (isMain && finding.landed && statusOf(state, finding, run.now) === 'resolved') finding.regressions += 1;
  if (isMain) finding.landed = true;
  if (isMain || !finding.landed) finding.keptOpen = false;
  line.present.add(id);
  line.lastSighting.set(id, Math.max(line.lastSighting.get(id) ?? -Infinity, run.report.at));
  const same = run.report.findings.filter((reported) => reported.rule === rule);
  const pages = same.map(({ page }) => page).filter((page) => page !== undefined);
  const pairs = line.pairs.get(id) ?? new Map<string, number>();
  line.pairs.set(id, pairs);
  for (const page of pagesIn(run.report, rule)) pairs.set(page, Math.max(pairs.get(page) ?? -Infinity, run.report.at));
  finding.sightings.push({ run, line, title: same.at(-1)!.title, pages: [...new Set(pages)] });
}

function endingOf(line: LineState, run: Sighting['run'], rules: Reported): Ending | null {
  const { complete, areas, at, sweep: part, pages: scanned } = run.report;
  if (!complete || areas) return null;
  if (scanned) return { moment: at, reported: rules, kind: 'pages' };
  if (!part) return { moment: at, reported: rules, kind: 'complete' };
  const { key, of: parts, piece = 1, pieces = 1 } = part;
  let sweep = currentSweep(line, key, run.now);
  if (!sweep || !fits(sweep, part)) {
    const empty = { parts: new Map(), reported: new Map(), moment: at };
    line.sweeps.push((sweep = { key, of: parts, begunAt: run.now, wholeAt: null, ...empty }));
  }
  const known = sweep.parts.get(part.part) ?? { pieces, arrived: new Set() };
  sweep.parts.set(part.part, { pieces, arrived: known.arrived.add(piece) });
  sweep.moment = Math.max(sweep.moment, at);
  for (const [rule, pages] of rules) sweep.reported.set(rule, new Set([...(sweep.reported.get(rule) ?? []), ...pages]));
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

function decide(state: State, finding: ModelFinding | undefined, decision: Decision): void {
  if (!finding) return;
  const keptOpen = decision.status !== 'dismissed' && !isPresent(state, finding);
  Object.assign(finding, { decision, keptOpen, triaged: true });
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
    if (decision.status === 'confirmed' && decision.issue === number) finding.decision = { status: 'pending' };
  }
}

const untouched = (record: FindingRecord): ModelFinding => ({
  record,
  landed: false,
  decision: { status: 'pending' },
  triaged: false,
  editedTitle: null,
  keptOpen: false,
  answers: new Map(),
  sightings: [],
  regressions: 0,
  closedAt: record.raisedAt,
});
