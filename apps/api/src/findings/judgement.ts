import type { LineKind } from '../test-activities/test-activity.entity.js';
import type { FindingChange, FindingStatus } from './finding.entity.js';

/** What people can say of a finding; its issue is deleted: `release`; its words are theirs from now on: `edit`. */
export type DecisionAction = 'confirm' | 'dismiss' | 'reopen' | 'release' | 'edit';

/** A run as the rules see it; times are milliseconds. */
export interface JudgedRun {
  line: number;
  kind: LineKind;
  /** `completedAt`: decides what it may end, and whose dates and words are shown. */
  moment: number;
  arrivedAt: number;
}

/** What a complete run, or the last part of a sweep, says of the findings that it no longer has. */
export interface Absence extends JudgedRun {
  /** Other main lines that it ends presence in. */
  alsoEnds: readonly number[];
}

/** Where a finding is present and what people said of it. Steps change it. */
export interface Judgement {
  /** A main line has reported it. */
  landed: boolean;
  /** The lines that it is present in, of those that count: main lines if it has landed, else proposals. */
  present: Set<number>;
  /** When each line saw it last; of a landed finding, main lines. */
  seen: Map<number, number>;
  /** A person has opened it while it was present nowhere, and no run has contradicted since. */
  held: boolean;
  decided: 'pending' | 'confirmed' | 'dismissed';
  dismissedUntil: number | null;
  regressions: number;
  firstSeen: number | null;
  lastSeen: number | null;
  /** Since when it counts as absent: what the run says of itself, and when we heard of it. Null: it does not. */
  absent: { at: number; heardAt: number } | null;
}

/** A finding that no run has reported. */
export const unheardOf = (): Judgement => ({
  ...{ landed: false, present: new Set(), seen: new Map(), held: false, decided: 'pending', dismissedUntil: null },
  ...{ regressions: 0, firstSeen: null, lastSeen: null, absent: null },
});

/** The status that it shows at a moment. */
export function shownAt(judgement: Judgement, now: number): FindingStatus {
  const { decided, dismissedUntil, absent } = judgement;
  if (decided === 'dismissed' && (dismissedUntil === null || dismissedUntil > now)) return 'dismissed';
  if (absent !== null) return 'resolved';
  return decided === 'confirmed' ? 'confirmed' : 'pending';
}

/** A run reports it. Returns whether its words are to be shown from now on. */
export function report(judgement: Judgement, run: JudgedRun): boolean {
  const { line, kind, moment, arrivedAt } = run;
  if (kind === 'proposal' && judgement.landed) return false;
  if (kind === 'main') {
    if (!judgement.landed) {
      judgement.landed = true;
      judgement.present.clear();
      judgement.seen.clear();
      judgement.firstSeen = null;
      judgement.lastSeen = null;
    } else if (shownAt(judgement, arrivedAt) === 'resolved') judgement.regressions += 1;
  }
  judgement.present.add(line);
  judgement.seen.set(line, Math.max(moment, judgement.seen.get(line) ?? moment));
  judgement.held = false;
  judgement.absent = null;
  judgement.firstSeen = Math.min(moment, judgement.firstSeen ?? moment);
  const isLatest = moment >= (judgement.lastSeen ?? moment);
  if (isLatest) judgement.lastSeen = moment;
  return isLatest;
}

/** A complete run no longer reports it: presence ends where the run is not older than the last sighting. */
export function miss(judgement: Judgement, { line, kind, moment, arrivedAt, alsoEnds }: Absence): void {
  if (kind === 'proposal' && judgement.landed) return;
  for (const ended of [line, ...alsoEnds]) {
    const seen = judgement.seen.get(ended);
    if (judgement.present.has(ended) && seen! <= moment) judgement.present.delete(ended);
  }
  if (kind === 'main' || judgement.seen.has(line)) judgement.held = false;
  settle(judgement, moment, arrivedAt);
}

/** A line ends, and presence in it. */
export function endLine(judgement: Judgement, line: number, at: number): void {
  judgement.present.delete(line);
  settle(judgement, at, at);
}

/** A person decides. What is opened while it is present nowhere stays open until a run says otherwise. */
export function decide(judgement: Judgement, action: DecisionAction, until: number | null, at: number): void {
  if (action === 'edit') return;
  if (action === 'release') {
    if (judgement.decided === 'confirmed') judgement.decided = 'pending';
    return;
  }
  judgement.decided = ({ confirm: 'confirmed', dismiss: 'dismissed', reopen: 'pending' } as const)[action];
  judgement.dismissedUntil = action === 'dismiss' ? until : null;
  judgement.held = action !== 'dismiss' && judgement.present.size === 0;
  if (judgement.held) judgement.absent = null;
  settle(judgement, at, at);
}

/** A finding that is present nowhere, and that nobody holds open, is absent. */
export function settle(judgement: Judgement, at: number, heardAt: number): void {
  if (judgement.present.size === 0 && !judgement.held) judgement.absent ??= { at, heardAt };
}

/** What a run that reports a finding says of it, from what it showed before. */
export function changeOf(
  judgement: Judgement,
  { kind, arrivedAt }: JudgedRun,
  issue: 'open' | 'closed' | null,
): FindingChange {
  const shown = shownAt(judgement, arrivedAt);
  if (shown === 'dismissed') return 'dismissed';
  const { landed } = judgement;
  const isResolved = landed && shown === 'resolved';
  if (kind === 'main') {
    if (!landed && issue === 'open') return 'known';
    if (isResolved || (issue === 'closed' && (shown === 'confirmed' || !landed))) return 'regressed';
    return landed ? 'known' : 'new';
  }
  if (!landed) return issue === null ? 'new' : 'known';
  return isResolved ? 'regressed' : 'known';
}
