import type { EntityManager } from 'typeorm';
import { productOf } from '../products/product-key.js';
import { countRecords } from '../products/record-totals.js';
import { countAdded } from '../test-activities/activity-counts.js';
import type { Delta, LineKind, TestActivity } from '../test-activities/test-activity.entity.js';
import type { Unit } from '../work/unit.js';
import { type DistinctFinding, MAX_IDS_IN_EVENT, toolIdentity } from './distinct-finding.js';
import { countRun } from './finding-days.js';
import { type JudgedReport, judgeReport } from './judge-report.js';
import type { LineName } from './line-of-run.js';
import { type Absentees, type Found, readAbsentees, type Reading, readReport } from './read-report.js';
import { addToSweep, requireFit, type Sweep, type SweepPlace, sweepsOf } from './sweep-parts.js';
import { digestOfMembers } from './reported-set.js';
import { placesOf } from './places.js';
import { trackOfRun } from './track-of-run.js';
import { writeReport } from './write-report.js';

/** What a scanner reports, and where. */
export interface ScanReport {
  findings: readonly DistinctFinding[];
  line: LineName;
  /** It names all there is, so that what it does not name is gone. */
  isComplete: boolean;
  /** It is one of several that are complete together. */
  sweep: SweepPlace | null;
}

/** How many findings a run changed in one way, and the ids of the first hundred, for its event. */
export interface FindingChanges {
  field: 'raised' | 'proposed' | 'regressed' | 'resolved';
  count: number;
  ids: string[];
}

/**
 * Stores a run with what it says of findings: what it repeats is compared, what it changes is written. Two statements, whatever
 * the number of findings; runs of the product follow each other, since its number has been reserved.
 */
export async function reportFindings(
  unit: Unit,
  activity: TestActivity,
  report: ScanReport,
): Promise<FindingChanges[]> {
  const { organizationId, productId, completedAt } = activity;
  const { findings, line } = report;
  const tool = toolIdentity(activity.tool!);
  const members = new Map(findings.map(({ identity, pages }) => [identity, pages]));
  const setId = digestOfMembers(members);
  const sweepKey = report.sweep?.key ?? null;
  const isAlone = report.isComplete && sweepKey === null;
  const reading = {
    organizationId,
    productId,
    tool,
    line,
    moment: completedAt,
    setId,
    findings,
    isComplete: isAlone,
    sweepKey,
  };
  const found = await readReport(unit.tx, reading);
  const moment = +completedAt;
  const arrivedAt = Date.parse(found.arrivedAt);
  const whole = report.sweep && wholeWith(found, report.sweep, { setId, moment, arrivedAt });
  const ended = await endedBy(unit.tx, reading, found, whole);
  const isComplete = ended !== null;

  const { track, isNew, difference } = trackOfRun(found, { setId, members, moment, arrivedAt });
  const { absentees = [], tracks = found.tracks, fixes: fixed = 0 } = ended ?? {};
  const run = { line: track.line, kind: line.kind, moment, arrivedAt };
  const absence = { ...run, moment: ended?.moment ?? moment, alsoEnds: found.alsoEnds };
  const judged = judgeReport({ run, absence, findings, track, reported: found.reported, absentees, tracks });

  const changed = new Set([...found.reported.map(({ place }) => findings[place]!.identity), ...judged.absent]);
  Object.assign(activity, {
    ...{ createdAt: new Date(arrivedAt), line: track.line, lineKind: line.kind },
    ...{ delta: deltaOf(judged, findings.length), resolvedCount: judged.ids.resolved.length },
    introduced: judged.introduced.length === 0 ? null : placesOf(findings, judged.introduced),
    fixes: isComplete && line.kind === 'proposal' ? fixed : null,
  });
  await writeReport(unit, {
    activity,
    tool,
    track,
    isNewTrack: isNew,
    line: found.line === null ? line : null,
    isComplete: isAlone,
    alsoEnds: report.isComplete && found.alsoEnds.length > 0 ? found.alsoEnds : null,
    sweep: report.sweep,
    set: difference?.stored ?? null,
    answer: judged.ids,
    ...judged.rows,
    joined: !isNew || line.kind === 'proposal' ? [] : [...members.keys()].filter((identity) => !changed.has(identity)),
    left: (isNew ? [] : (difference?.left ?? [])).filter((identity) => !changed.has(identity)),
    before: found.track,
  });
  countAdded(unit, activity);
  countRun(unit, activity, 1);
  countRecords(unit, 'findings', productOf(activity), judged.rows.created.length);
  return changesOf(line.kind, judged);
}

function deltaOf({ ids: { raised, regressed, dismissed, resolved } }: JudgedReport, reported: number): Delta {
  return {
    new: raised.length,
    known: reported - raised.length - regressed.length - dismissed.length,
    regressed: regressed.length,
    dismissed: dismissed.length,
    resolved: resolved.length,
  };
}

/** Of a proposal nothing but what it is the first to report: it resolves nothing, and what it brings again is no news of the product. */
function changesOf(kind: LineKind, { ids: { raised, regressed, resolved }, rows }: JudgedReport): FindingChanges[] {
  const createdIds = rows.created.map(({ id }) => id);
  const change = (field: FindingChanges['field'], ids: readonly string[]): FindingChanges => ({
    ...{ field, count: ids.length },
    ids: [...ids].sort().slice(0, MAX_IDS_IN_EVENT),
  });
  return kind === 'main'
    ? [change('raised', raised), change('regressed', regressed), change('resolved', resolved)]
    : [change('proposed', createdIds)];
}

/** The sweep that a report makes whole; null where parts are missing, or have been in before. */
function wholeWith(
  { sweepReports }: Found,
  place: SweepPlace,
  said: { setId: string; moment: number; arrivedAt: number },
): Sweep | null {
  const sweeps = sweepsOf(sweepReports);
  requireFit(sweeps, place, said.arrivedAt);
  return addToSweep(sweeps, { ...place, ...said });
}

/** What a run ends, and at which moment: null unless it is complete, or makes its sweep whole. */
async function endedBy(
  tx: EntityManager,
  reading: Reading,
  found: Found,
  whole: Sweep | null,
): Promise<(Absentees & { moment: number }) | null> {
  if (reading.isComplete) return { ...found, moment: +reading.moment };
  if (whole === null) return null;
  const moment = Math.max(...whole.reports.map((report) => report.moment));
  const identities = reading.findings.map(({ identity }) => identity);
  const setIds = whole.reports.map(({ setId }) => setId);
  const absentees = await readAbsentees(tx, reading, { moment: new Date(moment), identities, setIds });
  return { ...absentees, tracks: [...found.tracks, ...absentees.tracks], moment };
}
