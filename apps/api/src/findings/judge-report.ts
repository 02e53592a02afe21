import type { DistinctFinding } from './distinct-finding.js';
import { type Absence, changeOf, type JudgedRun, miss, report, shownAt } from './judgement.js';
import {
  type AlikeFindings,
  MAX_TRACKS,
  type FindingRow,
  type FindingState,
  isSame,
  judgementOf,
  rowOf,
  type Track,
} from './known-findings.js';
import type { Reported } from './read-report.js';

/** The ids of findings by what a run said of them; all others that it reported were known. */
export interface Answer {
  raised: string[];
  regressed: string[];
  dismissed: string[];
  resolved: string[];
}

/** Findings that a run changes in one way. */
export type ChangedRow = FindingRow & {
  ids: string[];
  varied: boolean;
  /** The run reports it. */
  reported: boolean;
  /** Something that shows has changed. */
  touched: boolean;
  /** Its new words; null: they stay. */
  wording: DistinctFinding | null;
};

/** Words of a line that differ from its last ones. */
export interface WordingRow {
  findingId: string;
  wording: DistinctFinding;
}

/** What a run does to the rows of findings, and what it answers. */
export interface JudgedReport {
  ids: Answer;
  /** Indexes of the findings that it brought. */
  introduced: { index: number; isRegressed: boolean }[];
  /** The identities of those that it was asked about and did not report. */
  absent: string[];
  rows: {
    created: DistinctFinding[];
    changed: ChangedRow[];
    /** Findings whose words of before must be kept, since lines begin to differ. */
    varied: string[];
    worded: WordingRow[];
  };
}

/** A run, and what it may change. */
export interface ReportToJudge {
  run: JudgedRun;
  /** What it says of what it does not report. */
  absence: Absence;
  findings: readonly DistinctFinding[];
  /** The track that the run goes on with or begins, as it is after the run. */
  track: Track;
  reported: readonly Reported[];
  absentees: readonly AlikeFindings[];
  /** Those that tell sightings of any of these findings, as they were before. */
  tracks: readonly Track[];
}

/** Judges a run by the rules. */
export function judgeReport(given: ReportToJudge): JudgedReport {
  const { absence, track } = given;
  const tracks = new Map(given.tracks.map((known) => [known.number, known]));
  const judged: JudgedReport = {
    ids: { raised: [], regressed: [], dismissed: [], resolved: [] },
    ...{ introduced: [], absent: [], rows: { created: [], changed: [], varied: [], worded: [] } },
  };
  for (const each of given.reported) judgeReported(judged, given, each, tracks);
  for (const { ids, identities, state: known } of given.absentees) {
    for (const identity of identities) judged.absent.push(identity);
    const judgement = judgementOf(known, tracks);
    const before = shownAt(judgement, absence.arrivedAt);
    miss(judgement, absence);
    const isResolved = before !== 'resolved' && shownAt(judgement, absence.arrivedAt) === 'resolved';
    if (isResolved && absence.kind === 'main') for (const id of ids) judged.ids.resolved.push(id);
    const kept = known.tracks.filter((number) => number !== track.number);
    const row = rowOf(known, judgement, tracks, kept);
    if (!isSame(known, row))
      judged.rows.changed.push({
        ...row,
        ids,
        varied: known.varied,
        reported: false,
        touched: !showsSame(known, row),
        wording: null,
      });
  }
  return judged;
}

/** The tracks of a finding with this one. Runs that have little but it in common would add one each, so former ones go, and what they told is written out. */
function withTrack(tracks: number[], number: number): number[] {
  const all = tracks.includes(number) ? tracks : [...tracks, number];
  return all.length < MAX_TRACKS ? all : [...all.filter((other) => other !== number), number].slice(-MAX_TRACKS / 2);
}

function judgeReported(
  { ids, introduced, rows }: JudgedReport,
  { run, findings, track }: ReportToJudge,
  { place, lineWords, known }: Reported,
  tracks: ReadonlyMap<number, Track>,
): void {
  const finding = findings[place]!;
  if (known === null) {
    ids.raised.push(finding.id);
    introduced.push({ index: place, isRegressed: false });
    rows.created.push(finding);
    return;
  }
  const { id } = known;
  const judgement = judgementOf(known, tracks);
  const change = changeOf(judgement, run, known.issueState);
  if (change === 'new' || change === 'regressed') {
    ids[change === 'new' ? 'raised' : 'regressed'].push(id);
    introduced.push({ index: place, isRegressed: change === 'regressed' });
  } else if (change === 'dismissed') ids.dismissed.push(id);

  const counts = run.kind === 'main' || !judgement.landed;
  const lands = run.kind === 'main' && !judgement.landed;
  const showsWords = report(judgement, run);
  const differs = known.words !== null && lineWords !== finding.words;
  if (differs) rows.worded.push({ findingId: id, wording: finding });
  if (differs && !known.varied) rows.varied.push(id);
  const before = lands ? [] : known.tracks;
  const kept = counts ? withTrack(before, track.number) : before;
  const moved = counts ? new Map(tracks).set(track.number, track) : tracks;
  const row = rowOf(known, judgement, moved, kept, lands);
  const wording = showsWords && known.words !== finding.words ? finding : null;
  const touched = wording !== null || !showsSame(known, row);
  const changed = { ...row, ids: [id], varied: known.varied || differs, reported: true, touched, wording };
  if (wording !== null || differs || !isSame(known, row)) rows.changed.push(changed);
}

const showsSame = (known: FindingState, row: FindingRow): boolean =>
  JSON.stringify([
    known.landed,
    known.held,
    known.regressionCount,
    Date.parse(known.firstSeenAt),
    known.absentAt === null,
  ]) === JSON.stringify([row.landed, row.held, row.regressionCount, +row.firstSeenAt, row.absentAt === null]);
