import { query } from '#libs/database';
import { toolIdentity } from '../triage/distinct-finding.js';
import { countRun } from '../triage/finding-days.js';
import { updateAbsence } from '../triage/finding-state.js';
import {
  type FindingRow,
  hasOnlyEndedLines,
  isUnchanged,
  isTouched,
  type StoredFinding,
  rowOf,
  type RunStreak,
} from '../triage/stored-findings.js';
import { runCounted } from '../triage/pending-counts.js';
import { deleteFindings } from '../triage/store-findings.js';
import { pageReader } from '../../products/products/page-of.js';
import { productOf } from '../../products/products/product-key.js';
import { undoLock } from '../../products/products/product-records.js';
import { countFindings } from '../../products/products/record-totals.js';
import { contentsOf } from '../scan-runs/contents-of-facts.js';
import { allReportedIn, loadRunFacts, membership, presenceOf } from '../scan-runs/run-facts.js';
import type { Facts } from '../scan-runs/run-facts.sql.js';
import type { TestActivity } from '../../records/test-activities/test-activity.entity.js';
import { requireUndoable } from '../../records/test-activities/thinned-runs.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { type History, replayer } from './replay.js';
import { undoContents } from './undo-contents.js';
import { AFFECTED, RESTORE, WITHDRAW } from './replay.sql.js';

/** What is written of a finding, with the run whose wording shows. */
type RestoredRow = FindingRow & {
  id: string;
  firstActivityId: string | null;
  wordingLine: number | null;
  wordingNumber: number | null;
};

/**
 * Undoes the effect of a run on findings before the run is deleted: they get the state that the remaining runs alone
 * leave, with what people decided in its place. Proposed findings that no line that goes on has reported are deleted,
 * and so are all that no run has, unless somebody has triaged or edited them. Eight statements, after one that holds
 * runs of the product back.
 * @throws RunTooOld
 */
export async function undoActivity(change: ChangeContext, activity: TestActivity): Promise<void> {
  await change.lock(undoLock(productOf(activity)));
  if (activity.line === null) return;
  await requireUndoable(change.tx, productOf(activity), activity.number);
  countRun(change, activity, -1);
  const { organizationId, productId, number, line } = activity;
  const tool = toolIdentity(activity.tool!);
  const facts = await loadRunFacts(change.tx, { organizationId, productId, tool });
  const { identities, endsOthers } = concernedBy(facts, number);
  const [read] = await query(change.tx, AFFECTED, [organizationId, productId, tool, [...identities], endsOthers]);
  const { affected } = read!;
  const left = await query(change.tx, WITHDRAW, [organizationId, productId, line, number]);
  const streaks = new Map(left.map((streak) => [streak.number, streak]));

  const remaining = { ...facts, runs: facts.runs.filter((run) => run.number !== number) };
  const members = membership(remaining, new Set(affected.map(({ identity }) => identity)));
  const pageOf = pageReader(facts.pageRules);
  const contents = { before: contentsOf(facts, pageOf), after: contentsOf(remaining, pageOf) };
  await undoContents(change.tx, productOf(activity), remaining, contents);
  const replay = replayer(remaining, members, contents.after.lost);
  const ended = new Set(facts.lines.filter(({ endedAt }) => endedAt !== null).map((line) => line.number));
  const rows: object[] = [];
  const gone: StoredFinding[] = [];
  for (const { decisions, shownLastSeenAt, firstActivityId, ...known } of affected) {
    const history = replay(known.identity, { raisedNumber: known.raisedNumber, decisions });
    const { state, reporters, firstRunId } = history;
    if (!isTouched(known) && hasOnlyEndedLines(state, reporters, ended)) gone.push(known);
    else {
      const isKept = state.lastSeen === null;
      const row = restored(isKept ? { ...known, lastSeenAt: shownLastSeenAt } : known, history, streaks, members);
      if (known.varied || firstRunId !== firstActivityId || !isUnchanged(known, row)) rows.push(row);
    }
  }
  countFindings(change, productOf(activity), gone, -1);
  if (rows.length > 0) await runCounted(change, RESTORE, [organizationId, JSON.stringify(rows)]);
  await deleteFindings(
    change,
    organizationId,
    gone.map(({ id }) => id),
  );
}

/**
 * The findings that a run may have changed: those it reported, and what it may have ended where it was complete, or a
 * part of a sweep; then also what people held open.
 */
function concernedBy(facts: Facts, number: number): { identities: Set<string>; endsOthers: boolean } {
  const undone = facts.runs.find((run) => run.number === number)!;
  const endsOthers = undone.complete || undone.sweep !== null || undone.pagesId !== null;
  const members = membership(facts);
  const identities = new Set(members.get(undone.setId));
  if (!endsOthers) return { identities, endsOthers };
  for (const line of [undone.line, ...(undone.alsoEnds ?? [])]) {
    const ended = undone.sweep
      ? allReportedIn(facts, members, line)
      : presenceOf({ ...facts, runs: runsBefore(facts, line, number) }, members).get(line);
    for (const identity of ended ?? []) identities.add(identity);
  }
  return { identities, endsOthers };
}

/**
 * The runs of a line before another that can matter for what was present: from the last complete one that no later one
 * predates.
 */
function runsBefore({ runs }: Facts, line: number, number: number): Facts['runs'] {
  const before = runs.filter((run) => run.line === line && run.number < number);
  if (before.some(({ sweep }) => sweep !== null)) return before;
  let [earliestAfter, from] = [Infinity, 0];
  for (let index = before.length - 1; index > 0 && from === 0; index -= 1) {
    const { completedAt, complete } = before[index]!;
    earliestAfter = Math.min(earliestAfter, completedAt);
    if (
      complete &&
      completedAt <= earliestAfter &&
      before.slice(0, index).every((run) => run.completedAt <= completedAt)
    )
      from = index;
  }
  return before.slice(from);
}

/** The row of a finding as its history leaves it; what the row has beside stays. */
function restored(
  known: StoredFinding,
  { state, firstRunId, lastReportedAt, wording }: History,
  streaks: ReadonlyMap<number, RunStreak>,
  members: ReadonlyMap<string, ReadonlySet<string>>,
): RestoredRow {
  // A streak goes on standing for sightings where its last run has the finding and was not completed later.
  const kept = known.streaks.filter((number) => {
    const streak = streaks.get(number);
    return (
      streak !== undefined &&
      members.get(streak.setId)!.has(known.identity) &&
      streak.completedAt <= (state.seen.get(streak.line) ?? -Infinity)
    );
  });
  // No run has it any more: it is kept for what people did, and shows what it showed.
  updateAbsence(state, Date.parse(known.lastSeenAt), Date.parse(known.lastReportedAt));
  const row = rowOf({ ...known, streaks: kept }, state, streaks, kept);
  return {
    ...row,
    id: known.id,
    lastReportedAt: new Date(lastReportedAt ?? Date.parse(known.lastReportedAt)),
    firstActivityId: firstRunId,
    wordingLine: wording?.line ?? null,
    wordingNumber: wording?.number ?? null,
  };
}
