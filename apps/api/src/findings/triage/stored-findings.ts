import { type FindingState, shownAt } from './finding-state.js';
import type { EditableField } from './finding.entity.js';

/**
 * Similar runs of a line in a row: the latest completion and the latest arrival of them. Stored in `finding_tracks`.
 */
export interface RunStreak {
  number: number;
  line: number;
  setId: string;
  completedAt: number;
  arrivedAt: number;
}

/** A finding of so many streaks is kept in fewer with its next run. */
export const MAX_STREAKS = 16;

/** In SQL: a moment in milliseconds, exactly: seconds as a binary fraction would be rounded. */
export const milliseconds = (moment: string): string => `(extract(epoch FROM ${moment}) * 1000)::float8`;

/** In SQL: a row of `finding_tracks` as a `RunStreak`, in JSON. */
export const streakJson = (streak: string): string =>
  `json_build_object('number', ${streak}.number, 'line', ${streak}.line, 'setId', ${streak}.set_id,
    'completedAt', ${milliseconds(`${streak}.moment`)}, 'arrivedAt', ${milliseconds(`${streak}.arrived_at`)})`;

/** What is stored of where a finding is and what people decided; times are texts of JSON. */
export interface StoredFindingState {
  landed: boolean;
  present: number[];
  streaks: number[];
  seenIn: number[] | null;
  seenAt: string[] | null;
  keptOpen: boolean;
  absentAt: string | null;
  resolvedAt: string | null;
  issueId: string | null;
  dismissalReason: string | null;
  dismissedUntil: string | null;
  triagedAt: string | null;
  edited: EditableField[];
  commented: boolean;
  regressionCount: number;
  firstSeenAt: string;
  lastSeenAt: string;
  lastReportedAt: string;
  varied: boolean;
  /** It never changes. */
  needsReview: boolean;
}

/** A finding as it is stored. */
export interface StoredFinding extends StoredFindingState {
  id: string;
  identity: string;
  issueState: 'open' | 'closed' | null;
  wordingDigest: string | null;
  raisedNumber: number;
}

/** Findings that are stored alike: runs of a line change most of what they change in one way. */
export interface AlikeFindings {
  ids: string[];
  identities: string[];
  state: StoredFindingState;
}

const STATE_COLUMNS = `
  f.landed, f.present, f.tracks AS streaks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held AS "keptOpen", f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
  f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited, f.commented,
  f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
  f.varied, f.needs_review AS "needsReview"`;

/** In SQL: the columns of a `StoredFinding` but for the state of its issue. */
export const STORED_COLUMNS = `f.id, f.identity, f.words AS "wordingDigest", f.raised_number AS "raisedNumber", ${STATE_COLUMNS}`;

/** In SQL: the `AlikeFindings` among those that meet a condition on `f`, with their streaks. */
export const alikeFindings = (condition: string): string => `
  SELECT array_agg(f.id ORDER BY f.id) AS ids, array_agg(f.identity ORDER BY f.id) AS identities, state, state.streaks
  FROM findings f, LATERAL (SELECT ${STATE_COLUMNS}) state WHERE ${condition} GROUP BY state, state.streaks`;

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** When each line saw it last, from its row and its streaks. */
function sightings(
  { streaks, seenIn, seenAt }: StoredFindingState,
  known: ReadonlyMap<number, RunStreak>,
): Map<number, number> {
  const seen = new Map<number, number>();
  const note = (line: number, at: number): void => void seen.set(line, Math.max(at, seen.get(line) ?? at));
  seenIn?.forEach((line, index) => note(line, Date.parse(seenAt![index]!)));
  for (const number of streaks) note(known.get(number)!.line, known.get(number)!.completedAt);
  return seen;
}

/** What is known of a finding, for the rules. */
export function stateOf(finding: StoredFindingState, streaks: ReadonlyMap<number, RunStreak>): FindingState {
  const { issueId, dismissalReason, absentAt, resolvedAt } = finding;
  const completions = finding.streaks.map((number) => streaks.get(number)!.completedAt);
  const seen = sightings(finding, streaks);
  // One that is kept without a run shows what it showed until a run reports it again.
  const isKept = seen.size === 0;
  return {
    landed: finding.landed,
    present: new Set(finding.present),
    seen,
    keptOpen: finding.keptOpen,
    decided: issueId !== null ? 'confirmed' : dismissalReason !== null ? 'dismissed' : 'pending',
    dismissedUntil: timeOf(finding.dismissedUntil),
    regressions: finding.regressionCount,
    firstSeen: isKept ? null : timeOf(finding.firstSeenAt),
    lastSeen: isKept ? null : Math.max(Date.parse(finding.lastSeenAt), ...completions),
    absent: absentAt === null ? null : { at: timeOf(resolvedAt ?? absentAt)!, receivedAt: timeOf(absentAt)! },
  };
}

/** Whether somebody has triaged or edited a finding, or commented on it. */
export const isTouched = ({ triagedAt, edited, commented }: StoredFindingState): boolean =>
  triagedAt !== null || edited.length > 0 || commented;

/** Whether a finding is proposed by lines that have all ended: then it goes, unless it is touched. */
export const hasOnlyEndedLines = (
  { landed }: FindingState,
  reporters: Iterable<number>,
  ended: ReadonlySet<number>,
): boolean => !landed && [...reporters].every((line) => ended.has(line));

/** What is written of findings whose state has changed. */
export interface FindingRow {
  landed: boolean;
  present: number[];
  streaks: number[];
  seenIn: number[] | null;
  seenAt: Date[] | null;
  keptOpen: boolean;
  status: string;
  absentAt: Date | null;
  resolvedAt: Date | null;
  regressionCount: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  lastReportedAt: Date;
}

/**
 * The row of a finding as the rules leave it.
 * @param kept its streaks from now on; sightings in the others are written out
 * @param hasJustLanded it has landed with this run: what proposals saw no longer counts
 */
export function rowOf(
  known: StoredFindingState,
  state: FindingState,
  streaks: ReadonlyMap<number, RunStreak>,
  kept: readonly number[],
  hasJustLanded = false,
): FindingRow {
  const fromStreaks = new Map<number, number>();
  for (const number of kept) {
    const { line, completedAt } = streaks.get(number)!;
    fromStreaks.set(line, Math.max(completedAt, fromStreaks.get(line) ?? completedAt));
  }
  const ownSightings = [...state.seen].filter(([line, completedAt]) => fromStreaks.get(line) !== completedAt);
  const dropped = known.streaks
    .filter((number) => !kept.includes(number))
    .map((number) => streaks.get(number)!.arrivedAt);
  const lastReportedAt = hasJustLanded
    ? Math.max(...kept.map((number) => streaks.get(number)!.arrivedAt))
    : Math.max(Date.parse(known.lastReportedAt), ...dropped);
  const storedSeen = Date.parse(known.lastSeenAt);
  const lastSeen = state.lastSeen ?? storedSeen;
  const isInStreaks =
    storedSeen <= lastSeen && [...fromStreaks.values()].some((completedAt) => completedAt >= lastSeen);
  const { absent } = state;
  return {
    landed: state.landed,
    present: [...state.present].sort((a, b) => a - b),
    streaks: [...kept],
    seenIn: ownSightings.length === 0 ? null : ownSightings.map(([line]) => line),
    seenAt: ownSightings.length === 0 ? null : ownSightings.map(([, completedAt]) => new Date(completedAt)),
    keptOpen: state.keptOpen,
    // Whether a dismissal has ended is for those who read it.
    status: shownAt(state, -Infinity),
    absentAt: absent && new Date(absent.receivedAt),
    resolvedAt: absent && new Date(absent.at),
    regressionCount: state.regressions,
    firstSeenAt: new Date(state.firstSeen ?? Date.parse(known.firstSeenAt)),
    lastSeenAt: new Date(isInStreaks ? storedSeen : lastSeen),
    lastReportedAt: new Date(lastReportedAt),
  };
}

/** Whether a row is as it is stored. */
export function isUnchanged(known: StoredFindingState, row: FindingRow): boolean {
  const stored = [known.landed, known.present, known.streaks, known.seenIn, known.keptOpen, known.regressionCount];
  const current = [row.landed, row.present, row.streaks, row.seenIn, row.keptOpen, row.regressionCount];
  const times = [known.absentAt, known.firstSeenAt, known.lastSeenAt, known.lastReportedAt, ...(known.seenAt ?? [])];
  const currentTimes = [row.absentAt, row.firstSeenAt, row.lastSeenAt, row.lastReportedAt, ...(row.seenAt ?? [])];
  return (
    JSON.stringify(stored) === JSON.stringify(current) &&
    times.every(
      (text, index) => (text === null ? null : Date.parse(text)) === (currentTimes[index] && +currentTimes[index]),
    )
  );
}
