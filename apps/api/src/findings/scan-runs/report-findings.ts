import { requireBelowLimit, type RecordLimits } from '#libs/config';
import { pauseBefore, sortInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import { type DistinctFinding, MAX_IDS_IN_EVENT, toolIdentity } from '../triage/distinct-finding.js';
import { countRun } from '../triage/finding-days.js';
import { productOf } from '../../products/products/product-key.js';
import { countFindings } from '../../products/products/record-totals.js';
import { countAdded } from '../../records/test-activities/activity-counts.js';
import type { Delta, LineKind, TestActivity } from '../../records/test-activities/test-activity.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { applyRun, type RunEffects } from './apply-run.js';
import { positionsOf } from './finding-positions.js';
import { comparePages } from './compare-pages.js';
import { readAbsentees, type Reading, readLost, type RunPlace } from './read-before-run.js';
import type { Absentees, BeforeRun } from './read-before-run.sql.js';
import { recognise } from './recognise.js';
import { runStreakOf } from './run-streak.js';
import type { ScanReport } from './scan-report.js';
import { finishSweep, momentOf, type Sweep } from './sweep-parts.js';
import { writeReport } from './write-report.js';

/** How many findings a run changed in one way, and the ids of the first hundred, for its event. */
export interface FindingChanges {
  field: 'raised' | 'proposed' | 'regressed' | 'resolved';
  count: number;
  ids: string[];
}

/** What the activity of a run keeps of what it did. */
type RunOutcome = Pick<
  TestActivity,
  'createdAt' | 'findingCount' | 'line' | 'lineKind' | 'delta' | 'resolvedCount' | 'introduced' | 'fixes' | 'compared'
>;

/**
 * Stores a run with what it says of findings: what it repeats is compared, what it changes is written. Two statements,
 * up to two more where pages are compared, and up to two more where findings are spelled otherwise, whatever the number
 * of findings; runs of the product follow each other, since its number has been reserved.
 * @param activity the run, which is not stored yet
 * @throws LimitReached where the product would have more findings than it may
 */
export async function reportFindings(
  change: ChangeContext,
  limits: RecordLimits,
  activity: TestActivity,
  report: ScanReport,
): Promise<{ outcome: RunOutcome; changes: FindingChanges[] }> {
  const { line } = report;
  const { tx } = change;
  const recognised = await recognise(tx, placeOf(activity, report), report, activity.number);
  const { reading, before, contents, holders } = recognised;
  const { findings, members, setId } = reading;
  const completedAt = +activity.completedAt;
  const arrivedAt = Date.parse(before.arrivedAt);
  const finished = report.sweep && finishSweep(before, report.sweep, reading);
  const pages = await comparePages(tx, { reading, report, before, finished, contents });
  const ended = await endedBy(tx, reading, before, finished, pages.lost);
  const isComplete = ended !== null;

  const { streak, isNew, difference } = await runStreakOf(before, { setId, members, completedAt, arrivedAt });
  const { absentees = [], streaks = before.streaks } = ended ?? {};
  const run = { line: streak.line, kind: line.kind, completedAt, arrivedAt };
  const absence = { ...run, completedAt: ended?.completedAt ?? completedAt, alsoEnds: before.alsoEnds };
  const effects = await applyRun({
    run,
    absence,
    isOfPages: report.pages !== null,
    findings,
    streak,
    reported: before.reported,
    absentees,
    streaks,
    compared: pages.comparisons,
  });
  const { created } = effects.rows;
  // What is known may come again where a limit was lowered.
  if (created.length > 0) requireBelowLimit(limits, 'findings', before.findingTotal, created.length);

  await pauseBefore(findings);
  const changed = new Set([...[...effects.met].map((position) => findings[position]!.identity), ...effects.absent]);
  const outcome: RunOutcome = {
    createdAt: new Date(arrivedAt),
    findingCount: findings.length,
    line: streak.line,
    lineKind: line.kind,
    delta: deltaOf(effects, findings),
    resolvedCount: effects.failures.resolved.length,
    introduced: positionsOf(findings, effects.introduced),
    fixes: isComplete && line.kind === 'proposal' ? pages.fixesAmong(ended.fixed) : null,
    compared: line.kind === 'proposal' ? { behind: effects.behind, base: pages.base } : null,
  };
  await pauseBefore(findings);
  const stored = { ...activity, ...outcome };
  await writeReport(change, {
    activity: stored,
    tool: reading.tool,
    streak,
    isNewStreak: isNew,
    line: before.line === null ? line : null,
    isComplete: reading.isComplete,
    alsoEnds: report.isComplete && before.alsoEnds.length > 0 ? before.alsoEnds : null,
    sweep: report.sweep,
    set: difference?.stored ?? null,
    answer: effects.ids,
    ...effects.rows,
    joined: !isNew || line.kind === 'proposal' ? [] : [...members.keys()].filter((identity) => !changed.has(identity)),
    left: (isNew ? [] : (difference?.left ?? [])).filter((identity) => !changed.has(identity)),
    before: before.streak,
    content: pages.written,
    holders,
  });
  countAdded(change, stored);
  countRun(change, stored, 1);
  countFindings(change, productOf(activity), created, 1);
  if (line.kind === 'main' && effects.failures.regressed.length > 0)
    change.tell({
      kind: 'regressed',
      organizationId: activity.organizationId,
      productId: activity.productId,
      activityId: activity.id,
    });
  return { outcome, changes: await changesOf(line.kind, effects) };
}

function placeOf(activity: TestActivity, { line, isComplete, sweep, pages }: ScanReport): RunPlace {
  return {
    organizationId: activity.organizationId,
    productId: activity.productId,
    tool: toolIdentity(activity.tool!),
    line,
    completedAt: activity.completedAt,
    isComplete: isComplete && sweep === null,
    isOfPages: pages !== null,
    sweepKey: sweep?.key ?? null,
  };
}

const failuresIn = (findings: readonly DistinctFinding[]): DistinctFinding[] =>
  findings.filter(({ needsReview }) => !needsReview);

/**
 * Each finding that was reported is in one of the counts: what is dismissed, what else needs review, or what is a
 * failure.
 */
function deltaOf({ ids, failures }: RunEffects, findings: readonly DistinctFinding[]): Delta {
  const { raised, regressed, spread, dismissed, resolved } = failures;
  const toReview = findings.filter(({ needsReview }) => needsReview).length;
  return {
    new: raised.length,
    known: findings.length - toReview - raised.length - regressed.length - spread.length - dismissed.length,
    regressed: regressed.length,
    spread: spread.length,
    dismissed: ids.dismissed.length,
    resolved: resolved.length,
    review: toReview - (ids.dismissed.length - dismissed.length),
  };
}

/**
 * Of a proposal nothing but what it is the first to report: it resolves nothing, and what it brings again is no news of
 * the product.
 */
function changesOf(kind: LineKind, { failures, rows }: RunEffects): Promise<FindingChanges[]> {
  const { raised, regressed, resolved } = failures;
  const createdIds = failuresIn(rows.created).map(({ id }) => id);
  const change = async (field: FindingChanges['field'], ids: readonly string[]): Promise<FindingChanges> => ({
    field,
    count: ids.length,
    ids: (await sortInSlices(ids)).slice(0, MAX_IDS_IN_EVENT),
  });
  return Promise.all(
    kind === 'main'
      ? [change('raised', raised), change('regressed', regressed), change('resolved', resolved)]
      : [change('proposed', createdIds)],
  );
}

/**
 * What a run ends, and when it was completed; null unless it is complete, also for some pages only, or finishes its
 * sweep.
 */
async function endedBy(
  tx: EntityManager,
  reading: Reading,
  before: BeforeRun,
  finished: Sweep | null,
  lost: ReadonlySet<string>,
): Promise<(Absentees & { completedAt: number }) | null> {
  if (reading.isComplete) return { ...before, completedAt: +reading.completedAt };
  if (reading.isOfPages) {
    const none = { absentees: [], streaks: [] };
    const { absentees, streaks } =
      before.line === null || lost.size === 0 ? none : await readLost(tx, reading, before.line.number, [...lost]);
    const { fixed } = before;
    return { absentees, streaks: [...before.streaks, ...streaks], fixed, completedAt: +reading.completedAt };
  }
  if (finished === null) return null;
  const completedAt = momentOf(finished);
  const identities = reading.findings.map(({ identity }) => identity);
  const setIds = finished.reports.map(({ setId }) => setId);
  const absentees = await readAbsentees(tx, reading, { completedAt: new Date(completedAt), identities, setIds });
  return { ...absentees, streaks: [...before.streaks, ...absentees.streaks], completedAt };
}
