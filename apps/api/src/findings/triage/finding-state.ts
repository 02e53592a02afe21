import type { LineKind } from '../../records/test-activities/test-activity.entity.js';
import type { FindingChange, FindingStatus } from './finding.entity.js';
import { statusAt } from './status.js';

/** What people can decide on a finding. `release`: its issue is deleted; `edit`: its wording is theirs from now on. */
export type DecisionAction = 'confirm' | 'dismiss' | 'reopen' | 'release' | 'edit';

/** A run as the rules see it; times are milliseconds. */
export interface AppliedRun {
  line: number;
  kind: LineKind;
  /** Decides what it may end, and whose dates and wording are shown. */
  completedAt: number;
  arrivedAt: number;
}

/** A complete run, or the last part of a sweep, for the findings that it no longer has. */
export interface Absence extends AppliedRun {
  /** Other main lines that it ends presence in. */
  alsoEnds: readonly number[];
}

/** Where a finding is present and what people decided. Runs and decisions change it. */
export interface FindingState {
  /** A main line has reported it. */
  landed: boolean;
  /** The lines that it is present in, of those that count: main lines if it has landed, else proposals. */
  present: Set<number>;
  /** When each line saw it last; of a landed finding, main lines. */
  seen: Map<number, number>;
  /** A person has opened it while it was present nowhere, and no run has contradicted since. */
  keptOpen: boolean;
  decided: 'pending' | 'confirmed' | 'dismissed';
  dismissedUntil: number | null;
  regressions: number;
  firstSeen: number | null;
  lastSeen: number | null;
  /** Since when it counts as absent: when the run was completed, and when it was received. Null: it does not. */
  absent: { at: number; receivedAt: number } | null;
}

/** A finding that no run has reported. */
export const neverReported = (): FindingState => ({
  landed: false,
  present: new Set(),
  seen: new Map(),
  keptOpen: false,
  decided: 'pending',
  dismissedUntil: null,
  regressions: 0,
  firstSeen: null,
  lastSeen: null,
  absent: null,
});

/** The status at a moment, in milliseconds. */
export const shownAt = ({ decided, dismissedUntil, absent }: FindingState, now: number): FindingStatus =>
  statusAt({ decided, dismissedUntil, isAbsent: absent !== null }, now);

/** A run reports it. Returns whether its wording is to be shown from now on. */
export function markReported(state: FindingState, run: AppliedRun): boolean {
  const { line, kind, completedAt, arrivedAt } = run;
  if (kind === 'proposal' && state.landed) return false;
  if (kind === 'main') {
    if (!state.landed) {
      state.landed = true;
      state.present.clear();
      state.seen.clear();
      state.firstSeen = null;
      state.lastSeen = null;
    } else if (shownAt(state, arrivedAt) === 'resolved') state.regressions += 1;
  }
  state.present.add(line);
  state.seen.set(line, Math.max(completedAt, state.seen.get(line) ?? completedAt));
  state.keptOpen = false;
  state.absent = null;
  state.firstSeen = Math.min(completedAt, state.firstSeen ?? completedAt);
  const isLatest = completedAt >= (state.lastSeen ?? completedAt);
  if (isLatest) state.lastSeen = completedAt;
  return isLatest;
}

/** A complete run no longer reports it: presence ends where the run is not older than the last sighting. */
export function markAbsent(state: FindingState, { line, kind, completedAt, arrivedAt, alsoEnds }: Absence): void {
  if (kind === 'proposal' && state.landed) return;
  for (const ended of [line, ...alsoEnds]) {
    const seen = state.seen.get(ended);
    if (state.present.has(ended) && seen! <= completedAt) state.present.delete(ended);
  }
  if (kind === 'main' || state.seen.has(line)) state.keptOpen = false;
  updateAbsence(state, completedAt, arrivedAt);
}

/** A run that is complete for some pages leaves it on none of its line. What people hold open is elsewhere. */
export function markLost(state: FindingState, { line, kind, completedAt, arrivedAt }: AppliedRun): void {
  if (kind === 'proposal' && state.landed) return;
  if (state.present.has(line) && state.seen.get(line)! <= completedAt) state.present.delete(line);
  updateAbsence(state, completedAt, arrivedAt);
}

/** A line ends, and presence in it. */
export function endLine(state: FindingState, line: number, at: number): void {
  state.present.delete(line);
  updateAbsence(state, at, at);
}

/** A person decides. What is opened while it is present nowhere stays open until a run says otherwise. */
export function applyDecision(state: FindingState, action: DecisionAction, until: number | null, at: number): void {
  if (action === 'edit') return;
  if (action === 'release') {
    if (state.decided === 'confirmed') state.decided = 'pending';
    return;
  }
  state.decided = ({ confirm: 'confirmed', dismiss: 'dismissed', reopen: 'pending' } as const)[action];
  state.dismissedUntil = action === 'dismiss' ? until : null;
  state.keptOpen = action !== 'dismiss' && state.present.size === 0;
  if (state.keptOpen) state.absent = null;
  updateAbsence(state, at, at);
}

/** What a decision changes of a finding. */
export type Decided = Pick<FindingState, 'decided' | 'dismissedUntil' | 'keptOpen' | 'absent'>;

/** What a finding has before a decision. */
export const decidedOf = ({ decided, dismissedUntil, keptOpen, absent }: FindingState): Decided => ({
  decided,
  dismissedUntil,
  keptOpen,
  absent,
});

/** A decision is taken back; what runs have said since stays. The twin of `UNDO`. */
export function undoDecision(
  state: FindingState,
  { action, at }: { action: DecisionAction; at: number },
  before: Decided,
): void {
  const { absent, keptOpen } = state;
  const isAsLeft =
    state.present.size === 0 &&
    (keptOpen || (action === 'dismiss' && before.keptOpen && absent !== null && absent.receivedAt <= at));
  Object.assign(state, isAsLeft ? before : { ...before, absent, keptOpen });
}

/** A finding that is present nowhere, and that nobody holds open, is absent. */
export function updateAbsence(state: FindingState, at: number, receivedAt: number): void {
  if (state.present.size === 0 && !state.keptOpen) state.absent ??= { at, receivedAt };
}

/** What a finding of a proposal is, compared with main lines and with what they were when the proposal began. */
export interface ComparedFinding {
  wasThere: boolean;
  /** It is on pages that none of them has it on. */
  isSpread: boolean;
}

const NOT_COMPARED: ComparedFinding = { wasThere: false, isSpread: false };

/** What a run that reports a finding changes, from the status before. */
export function changeOf(
  state: FindingState,
  { kind, arrivedAt }: AppliedRun,
  issue: 'open' | 'closed' | null,
  { wasThere, isSpread }: ComparedFinding = NOT_COMPARED,
): FindingChange {
  const shown = shownAt(state, arrivedAt);
  if (shown === 'dismissed') return 'dismissed';
  const { landed } = state;
  const isResolved = landed && shown === 'resolved';
  if (kind === 'main') {
    if (!landed && issue === 'open') return 'known';
    if (isResolved || (issue === 'closed' && (shown === 'confirmed' || !landed))) return 'regressed';
    return landed ? 'known' : 'new';
  }
  if (!landed) return issue === null ? 'new' : 'known';
  const isHeldOpen = state.present.size === 0 && !isResolved;
  if (isHeldOpen) return 'known';
  if (isResolved && !wasThere) return 'regressed';
  return isSpread ? 'spread' : 'known';
}
