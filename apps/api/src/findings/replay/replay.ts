import {
  type Absence,
  applyDecision,
  type Decided,
  decidedOf,
  type DecisionAction,
  endLine,
  type FindingState,
  markAbsent,
  markLost,
  markReported,
  neverReported,
  undoDecision,
} from '../triage/finding-state.js';
import { hasOnlyEndedLines } from '../triage/stored-findings.js';
import { placeOf, type Step, stepsOf } from '../scan-runs/run-facts.js';
import type { Facts } from '../scan-runs/run-facts.sql.js';

/** What a person decided, and after which run. */
export interface Decision {
  afterNumber: number;
  action: DecisionAction;
  until: number | null;
  at: number;
  /** When it was taken back, and after which run; null: it holds. */
  undone: Place | null;
}

/** A moment, and the run that it follows. */
interface Place {
  afterNumber: number;
  at: number;
}

/** A finding as its history leaves it. */
export interface History {
  state: FindingState;
  /** The run that reported it first. */
  firstRunId: string | null;
  /** When the latest report that counts arrived. */
  lastReportedAt: number | null;
  /** The run whose wording shows. */
  wording: { line: number; number: number } | null;
  /** The lines that have reported it. */
  reporters: Set<number>;
}

/** What is replayed of a finding: since which run it is there, and what people did with it, in their order. */
interface ReplayedFinding {
  raisedNumber: number;
  decisions: readonly Decision[];
}

/** The findings that runs for some pages left on no page of their lines, by the number of each. */
type LostByRun = ReadonlyMap<number, ReadonlySet<string>>;

/** Which sets have a finding, and which runs left it on no page. */
interface Mentions {
  has: ReadonlySet<string>;
  lostIn: ReadonlySet<number>;
}

/** Replays histories of findings; equal ones once. */
export function replayer(facts: Facts, members: ReadonlyMap<string, ReadonlySet<string>>, lost: LostByRun) {
  const steps = stepsOf(facts);
  const setIds = [...members.keys()];
  const replayed = new Map<string, History>();
  return (identity: string, finding: ReplayedFinding): History => {
    const has = new Set(setIds.filter((id) => members.get(id)!.has(identity)));
    const lostIn = new Set([...lost.keys()].filter((number) => lost.get(number)!.has(identity)));
    const key = JSON.stringify([[...has], [...lostIn], finding]);
    const known = replayed.get(key);
    if (known) return known;
    const history = replayFinding(steps, { has, lostIn }, finding);
    replayed.set(key, history);
    return history;
  };
}

const emptyHistory = (): History => ({
  state: neverReported(),
  firstRunId: null,
  lastReportedAt: null,
  wording: null,
  reporters: new Set(),
});

function replayFinding(
  steps: readonly Step[],
  mentions: Mentions,
  { raisedNumber, decisions }: ReplayedFinding,
): History {
  let history = emptyHistory();
  const ended = new Set<number>();
  const acts = actsOf(decisions);
  const before = new Map<Decision, Decided>();
  let next = 0;
  const applyDecisionsUntil = (number: number, at: number): void => {
    for (let act; (act = acts[next]); next += 1) {
      const { place, decision, isUndo } = act;
      if (place.afterNumber > number || (place.afterNumber === number && place.at > at)) return;
      if (isUndo) undoDecision(history.state, decision, before.get(decision)!);
      else {
        before.set(decision, decidedOf(history.state));
        applyDecision(history.state, decision.action, decision.until, decision.at);
      }
    }
  };
  for (const step of steps) {
    const [number, at] = placeOf(step);
    applyDecisionsUntil(step.kind === 'run' ? number - 1 : number, step.kind === 'run' ? Infinity : at);
    if (step.kind === 'end') {
      endLine(history.state, step.line, at);
      ended.add(step.line);
    } else if (step.run.number >= raisedNumber) {
      // It would have gone when its lines ended: nobody had triaged it. So the run raises it again.
      const isGone = next === 0 && hasOnlyEndedLines(history.state, history.reporters, ended);
      if (isGone && mentions.has.has(step.run.setId)) history = emptyHistory();
      replayRun(history, step, mentions);
    }
  }
  applyDecisionsUntil(Infinity, Infinity);
  return history;
}

/** What people did with a finding in its order: decisions, and that some were taken back. */
function actsOf(decisions: readonly Decision[]): { place: Place; decision: Decision; isUndo: boolean }[] {
  const acts = decisions.map((decision) => ({ place: decision as Place, decision, isUndo: false }));
  const undone = decisions.flatMap((decision) =>
    decision.undone ? [{ place: decision.undone, decision, isUndo: true }] : [],
  );
  return undone.length === 0 ? acts : [...acts, ...undone].sort((a, b) => a.place.at - b.place.at);
}

function replayRun(
  history: History,
  { run, absence }: Extract<Step, { kind: 'run' }>,
  { has, lostIn }: Mentions,
): void {
  const { state } = history;
  if (has.has(run.setId)) {
    const counts = run.kind === 'main' || !state.landed;
    if (markReported(state, run)) history.wording = { line: run.line, number: run.number };
    if (counts) history.lastReportedAt = run.arrivedAt;
    history.firstRunId ??= run.id;
    history.reporters.add(run.line);
  } else if (lostIn.has(run.number)) markLost(state, run);
  else if (absence && ![...absence.sets].some((id) => has.has(id))) {
    const absentRun: Absence = { ...run, completedAt: absence.completedAt, alsoEnds: run.alsoEnds ?? [] };
    markAbsent(state, absentRun);
  }
}
