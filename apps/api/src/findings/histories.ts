import type { EntityManager } from 'typeorm';
import type { LineKind } from '../test-activities/test-activity.entity.js';
import {
  type Absence,
  applyDecision,
  type DecisionAction,
  endLine,
  type FindingState,
  markAbsent,
  markReported,
  neverReported,
} from './judgement.js';
import { isLeftByAll, milliseconds } from './known-findings.js';
import type { StoredSet } from './reported-set.js';
import { addToSweep, type Sweep, type SweepPlace } from './sweep-parts.js';

/** A run of a tool as it is stored. */
interface FactRun {
  id: string;
  number: number;
  line: number;
  kind: LineKind;
  setId: string;
  streak: number;
  completedAt: number;
  arrivedAt: number;
  complete: boolean;
  alsoEnds: number[] | null;
  sweep: SweepPlace | null;
}

/** Everything that runs of a tool have reported of a product, and which lines have ended. */
export interface Facts {
  runs: FactRun[];
  sets: StoredSet[];
  lines: { number: number; kind: LineKind; endedAt: number | null; endedNumber: number | null }[];
}

/** What a person decided, and after which run. */
export interface Decision {
  afterNumber: number;
  action: DecisionAction;
  until: number | null;
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

/**
 * In SQL: `Facts` of some lines of a product as json; `$1` is the organization, `$2` the product.
 * @param lines a condition about `lines`
 * @param runs selects from `tool_runs`, the runs of those lines
 */
export const factsOf = (lines: string, runs: string): string => `
  WITH RECURSIVE tool_lines AS MATERIALIZED (
    SELECT number, kind, ended_at, ended_number FROM lines WHERE organization_id = $1 AND product_id = $2 AND ${lines}
  ), tool_runs AS (
    SELECT a.id, a.number, a.line, l.kind, a.set_id, a.track, a.completed_at, a.created_at, a.complete, a.also_ends, a.sweep_key, a.part, a.parts, a.piece, a.pieces
    FROM tool_lines l JOIN test_activities a ON a.organization_id = $1 AND a.product_id = $2 AND a.line = l.number
    WHERE a.set_id IS NOT NULL
  ), runs AS MATERIALIZED (
    ${runs}
  ), needed AS (
    SELECT set_id AS id FROM runs
    UNION
    SELECT s.base_id FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id
    WHERE s.base_id IS NOT NULL
  )
  SELECT json_build_object(
    'runs', (SELECT coalesce(json_agg(json_build_object('id', r.id, 'number', r.number, 'line', r.line, 'kind', r.kind, 'setId', r.set_id, 'streak', r.track,
      'completedAt', ${milliseconds('r.completed_at')}, 'arrivedAt', ${milliseconds('r.created_at')}, 'complete', r.complete, 'alsoEnds', r.also_ends,
      'sweep', CASE WHEN r.sweep_key IS NOT NULL THEN json_build_object('key', r.sweep_key, 'part', r.part, 'of', r.parts, 'piece', r.piece, 'pieces', r.pieces) END) ORDER BY r.number), '[]') FROM runs r),
    'sets', (SELECT coalesce(json_agg(json_build_object('id', s.id, 'baseId', s.base_id, 'depth', s.depth, 'added', s.added, 'removed', s.removed) ORDER BY s.depth), '[]')
      FROM needed JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = $2 AND s.id = needed.id),
    'lines', (SELECT coalesce(json_agg(json_build_object('number', number, 'kind', kind, 'endedAt', ${milliseconds('ended_at')}, 'endedNumber', ended_number)), '[]') FROM tool_lines)
  ) AS facts`;

const LOAD = factsOf('tool = $3', 'SELECT * FROM tool_runs');

/** Reads what runs of a tool have reported of a product. One statement. */
export async function loadRunFacts(
  tx: EntityManager,
  { organizationId, productId, tool }: { organizationId: string; productId: string; tool: string },
): Promise<Facts> {
  const [{ facts }] = await tx.query<[{ facts: Facts }]>(LOAD, [organizationId, productId, tool]);
  return facts;
}

/** Which of these identities, or of all, each set has. */
export function membership(facts: Facts, identities?: ReadonlySet<string>): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  // Bases come first: they are less deep.
  for (const { id, baseId, added, removed } of facts.sets) {
    const own = new Set(baseId === null ? [] : members.get(baseId));
    for (const identity of removed) own.delete(identity);
    for (const identity of added) if (identities?.has(identity) ?? true) own.add(identity);
    members.set(id, own);
  }
  return members;
}

/** A run, or the end of a line. */
type Step =
  | { kind: 'run'; run: FactRun; absence: { completedAt: number; sets: ReadonlySet<string> } | null }
  | { kind: 'end'; line: number; after: number; at: number };

/** The runs and ends of lines in their order, with what each run ends. */
export function stepsOf({ runs, lines }: Facts): Step[] {
  const sweeps = new Map<number, Sweep[]>();
  const steps: Step[] = runs.map((run) => {
    const { line, setId, completedAt, arrivedAt, sweep } = run;
    if (!sweep) return { kind: 'run', run, absence: run.complete ? { completedAt, sets: new Set([setId]) } : null };
    const ofLine = sweeps.get(line) ?? [];
    sweeps.set(line, ofLine);
    const finished = addToSweep(ofLine, { ...sweep, setId, completedAt, arrivedAt });
    return { kind: 'run', run, absence: finished && absenceOf(finished) };
  });
  for (const { number, endedAt, endedNumber } of lines)
    if (endedAt !== null) steps.push({ kind: 'end', line: number, after: endedNumber!, at: endedAt });
  return steps.sort((a, b) => placeOf(a)[0] - placeOf(b)[0] || placeOf(a)[1] - placeOf(b)[1]);
}

const absenceOf = ({ reports }: Sweep) => ({
  completedAt: Math.max(...reports.map(({ completedAt }) => completedAt)),
  sets: new Set(reports.map(({ setId }) => setId)),
});

const placeOf = (step: Step): [number: number, at: number] =>
  step.kind === 'run' ? [step.run.number, 0] : [step.after, step.at];

/** What is replayed of a finding: since which run it is there, and what people did with it, in their order. */
interface ReplayedFinding {
  raisedNumber: number;
  decisions: readonly Decision[];
}

/** Replays histories of findings; equal ones once. */
export function replayer(facts: Facts, members: ReadonlyMap<string, ReadonlySet<string>>) {
  const steps = stepsOf(facts);
  const setIds = [...members.keys()];
  const replayed = new Map<string, History>();
  return (identity: string, finding: ReplayedFinding): History => {
    const has = new Set(setIds.filter((id) => members.get(id)!.has(identity)));
    const key = JSON.stringify([[...has], finding]);
    const known = replayed.get(key);
    if (known) return known;
    const history = replayFinding(steps, has, finding);
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
  has: ReadonlySet<string>,
  { raisedNumber, decisions }: ReplayedFinding,
): History {
  let history = emptyHistory();
  const ended = new Set<number>();
  let next = 0;
  const applyDecisionsUntil = (number: number, at: number): void => {
    for (let decision; (decision = decisions[next]); next += 1) {
      const { afterNumber, action, until } = decision;
      if (afterNumber > number || (afterNumber === number && decision.at > at)) return;
      applyDecision(history.state, action, until, decision.at);
    }
  };
  for (const step of steps) {
    const [number, at] = placeOf(step);
    applyDecisionsUntil(step.kind === 'run' ? number - 1 : number, step.kind === 'run' ? Infinity : at);
    if (step.kind === 'end') {
      endLine(history.state, step.line, at);
      ended.add(step.line);
    } else if (step.run.number >= raisedNumber) {
      // It would have gone when its lines ended: nobody had decided of it. So the run raises it anew.
      const isGone = next === 0 && isLeftByAll(history.state, history.reporters, ended);
      if (isGone && has.has(step.run.setId)) history = emptyHistory();
      replayRun(history, step, has);
    }
  }
  applyDecisionsUntil(Infinity, Infinity);
  return history;
}

function replayRun(history: History, { run, absence }: Extract<Step, { kind: 'run' }>, has: ReadonlySet<string>): void {
  const { state } = history;
  if (has.has(run.setId)) {
    const counts = run.kind === 'main' || !state.landed;
    if (markReported(state, run)) history.wording = { line: run.line, number: run.number };
    if (counts) history.lastReportedAt = run.arrivedAt;
    history.firstRunId ??= run.id;
    history.reporters.add(run.line);
  } else if (absence && ![...absence.sets].some((id) => has.has(id))) {
    const absentRun: Absence = { ...run, completedAt: absence.completedAt, alsoEnds: run.alsoEnds ?? [] };
    markAbsent(state, absentRun);
  }
}

/** All that runs of a line have ever reported. */
export function allReportedIn(
  facts: Facts,
  members: ReadonlyMap<string, ReadonlySet<string>>,
  line: number,
): Set<string> {
  const sets = new Set(facts.runs.filter((run) => run.line === line).map(({ setId }) => setId));
  return new Set([...sets].flatMap((id) => [...members.get(id)!]));
}
