import type { Judgement } from './judgement.js';
import type { EditableField } from './finding.entity.js';

/** The latest moment, and the latest arrival, of the runs of a track. */
export interface Track {
  number: number;
  line: number;
  setId: string;
  moment: number;
  arrivedAt: number;
}

/** A finding of so many tracks is told of fewer with its next run. */
export const MAX_TRACKS = 16;

/** In SQL: a moment in milliseconds, exactly: seconds as a binary fraction would be rounded. */
export const milliseconds = (moment: string): string => `(extract(epoch FROM ${moment}) * 1000)::float8`;

/** In SQL: a row of `finding_tracks` as a `Track`, in JSON. */
export const trackJson = (track: string): string =>
  `json_build_object('number', ${track}.number, 'line', ${track}.line, 'setId', ${track}.set_id,
    'moment', ${milliseconds(`${track}.moment`)}, 'arrivedAt', ${milliseconds(`${track}.arrived_at`)})`;

/** What is stored of where a finding is and what people said of it; times are texts of JSON. */
export interface FindingState {
  landed: boolean;
  present: number[];
  tracks: number[];
  seenIn: number[] | null;
  seenAt: string[] | null;
  held: boolean;
  absentAt: string | null;
  resolvedAt: string | null;
  issueId: string | null;
  dismissalReason: string | null;
  dismissedUntil: string | null;
  triagedAt: string | null;
  edited: EditableField[];
  regressionCount: number;
  firstSeenAt: string;
  lastSeenAt: string;
  lastReportedAt: string;
  varied: boolean;
}

/** A finding as it is stored. */
export interface KnownFinding extends FindingState {
  id: string;
  identity: string;
  issueState: 'open' | 'closed' | null;
  words: string | null;
  raisedNumber: number;
}

/** Findings that are stored alike: runs of a line change most of what they change in one way. */
export interface AlikeFindings {
  ids: string[];
  identities: string[];
  state: FindingState;
}

const STATE_COLUMNS = `
  f.landed, f.present, f.tracks, f.seen_in AS "seenIn", f.seen_at AS "seenAt", f.held, f.absent_at AS "absentAt", f.resolved_at AS "resolvedAt",
  f.issue_id AS "issueId", f.dismissal_reason AS "dismissalReason", f.dismissed_until AS "dismissedUntil", f.triaged_at AS "triagedAt", f.edited,
  f.regression_count AS "regressionCount", f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.last_reported_at AS "lastReportedAt",
  f.varied`;

/** In SQL: the columns of a `KnownFinding` but for the state of its issue. */
export const KNOWN_COLUMNS = `f.id, f.identity, f.words, f.raised_number AS "raisedNumber", ${STATE_COLUMNS}`;

/** In SQL: the `AlikeFindings` among those that meet a condition on `f`, with their tracks. */
export const alikeFindings = (condition: string): string => `
  SELECT array_agg(f.id ORDER BY f.id) AS ids, array_agg(f.identity ORDER BY f.id) AS identities, state, state.tracks
  FROM findings f, LATERAL (SELECT ${STATE_COLUMNS}) state WHERE ${condition} GROUP BY state, state.tracks`;

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** When each line saw it last, from what its row and its tracks say. */
function sightings({ tracks, seenIn, seenAt }: FindingState, known: ReadonlyMap<number, Track>): Map<number, number> {
  const seen = new Map<number, number>();
  const note = (line: number, moment: number): void => void seen.set(line, Math.max(moment, seen.get(line) ?? moment));
  seenIn?.forEach((line, index) => note(line, Date.parse(seenAt![index]!)));
  for (const number of tracks) note(known.get(number)!.line, known.get(number)!.moment);
  return seen;
}

/** What is known of a finding, for the rules. */
export function judgementOf(finding: FindingState, tracks: ReadonlyMap<number, Track>): Judgement {
  const { issueId, dismissalReason, absentAt, resolvedAt } = finding;
  const moments = finding.tracks.map((number) => tracks.get(number)!.moment);
  const seen = sightings(finding, tracks);
  // One that is kept without a run shows what it showed until a run reports it anew.
  const isKept = seen.size === 0;
  return {
    landed: finding.landed,
    present: new Set(finding.present),
    seen,
    held: finding.held,
    decided: issueId !== null ? 'confirmed' : dismissalReason !== null ? 'dismissed' : 'pending',
    dismissedUntil: timeOf(finding.dismissedUntil),
    regressions: finding.regressionCount,
    firstSeen: isKept ? null : timeOf(finding.firstSeenAt),
    lastSeen: isKept ? null : Math.max(Date.parse(finding.lastSeenAt), ...moments),
    absent: absentAt === null ? null : { at: timeOf(resolvedAt ?? absentAt)!, heardAt: timeOf(absentAt)! },
  };
}

/** Whether somebody has triaged or edited a finding. */
export const isTouched = ({ triagedAt, edited }: FindingState): boolean => triagedAt !== null || edited.length > 0;

/** Whether a finding is proposed by lines that have all ended: then it goes, unless it is touched. */
export const isLeftByAll = ({ landed }: Judgement, reporters: Iterable<number>, ended: ReadonlySet<number>): boolean =>
  !landed && [...reporters].every((line) => ended.has(line));

/** What is written of findings whose judgement has changed. */
export interface FindingRow {
  landed: boolean;
  present: number[];
  tracks: number[];
  seenIn: number[] | null;
  seenAt: Date[] | null;
  held: boolean;
  status: string;
  absentAt: Date | null;
  resolvedAt: Date | null;
  regressionCount: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  lastReportedAt: Date;
}

/**
 * The row of a finding as the rules judge it.
 * @param kept its tracks from now on; what the others told of its sightings is written out
 * @param anew it has landed with this run: what proposals saw no longer counts
 */
export function rowOf(
  known: FindingState,
  judgement: Judgement,
  tracks: ReadonlyMap<number, Track>,
  kept: readonly number[],
  anew = false,
): FindingRow {
  const told = new Map<number, number>();
  for (const number of kept) {
    const { line, moment } = tracks.get(number)!;
    told.set(line, Math.max(moment, told.get(line) ?? moment));
  }
  const untold = [...judgement.seen].filter(([line, moment]) => told.get(line) !== moment);
  const dropped = known.tracks
    .filter((number) => !kept.includes(number))
    .map((number) => tracks.get(number)!.arrivedAt);
  const lastReportedAt = anew
    ? Math.max(...kept.map((number) => tracks.get(number)!.arrivedAt))
    : Math.max(Date.parse(known.lastReportedAt), ...dropped);
  const storedSeen = Date.parse(known.lastSeenAt);
  const lastSeen = judgement.lastSeen ?? storedSeen;
  const isTold = storedSeen <= lastSeen && [...told.values()].some((moment) => moment >= lastSeen);
  const { absent, decided } = judgement;
  return {
    landed: judgement.landed,
    present: [...judgement.present].sort((a, b) => a - b),
    tracks: [...kept],
    seenIn: untold.length === 0 ? null : untold.map(([line]) => line),
    seenAt: untold.length === 0 ? null : untold.map(([, moment]) => new Date(moment)),
    held: judgement.held,
    status: decided === 'dismissed' ? decided : absent ? 'resolved' : decided,
    absentAt: absent && new Date(absent.heardAt),
    resolvedAt: absent && new Date(absent.at),
    regressionCount: judgement.regressions,
    firstSeenAt: new Date(judgement.firstSeen ?? Date.parse(known.firstSeenAt)),
    lastSeenAt: new Date(isTold ? storedSeen : lastSeen),
    lastReportedAt: new Date(lastReportedAt),
  };
}

/** Whether a row is as it is stored. */
export function isSame(known: FindingState, row: FindingRow): boolean {
  const stored = [known.landed, known.present, known.tracks, known.seenIn, known.held, known.regressionCount];
  const judged = [row.landed, row.present, row.tracks, row.seenIn, row.held, row.regressionCount];
  const times = [known.absentAt, known.firstSeenAt, known.lastSeenAt, known.lastReportedAt, ...(known.seenAt ?? [])];
  const judgedTimes = [row.absentAt, row.firstSeenAt, row.lastSeenAt, row.lastReportedAt, ...(row.seenAt ?? [])];
  return (
    JSON.stringify(stored) === JSON.stringify(judged) &&
    times.every(
      (text, index) => (text === null ? null : Date.parse(text)) === (judgedTimes[index] && +judgedTimes[index]),
    )
  );
}
