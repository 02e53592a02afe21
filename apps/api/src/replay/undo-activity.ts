import { toolIdentity } from '../findings/distinct-finding.js';
import { countRun } from '../findings/finding-days.js';
import { updateAbsence } from '../findings/finding-state.js';
import { lastSeenAt } from '../findings/finding.entity.js';
import {
  type FindingRow,
  isLeftByAll,
  isSame,
  isTouched,
  KNOWN_COLUMNS,
  type KnownFinding,
  milliseconds,
  rowOf,
  type RunStreak,
} from '../findings/known-findings.js';
import { pendingChanges, pendingKind, runCounted } from '../findings/pending-counts.js';
import { deleteFindings, isOneOf, ROW_COLUMNS, rowsBefore, SET_ROW, setTexts } from '../findings/store-findings.js';
import { productOf } from '../products/product-key.js';
import { undoLock } from '../products/product-records.js';
import { countRecords } from '../products/record-totals.js';
import { allReportedIn, type Facts, loadRunFacts, membership, presenceOf } from '../scan-runs/run-facts.js';
import type { TestActivity } from '../test-activities/test-activity.entity.js';
import type { ChangeContext } from '../work/change-context.js';
import { type Decision, type History, replayer } from './replay.js';

/** What is written of a finding, with the run whose wording shows. */
type RestoredRow = FindingRow & {
  id: string;
  firstActivityId: string | null;
  wordingLine: number | null;
  wordingNumber: number | null;
};

type Affected = KnownFinding & { decisions: Decision[]; shownLastSeenAt: string; firstActivityId: string | null };

/**
 * Undoes the effect of a run on findings before the run is deleted: they get the state that the remaining runs alone
 * leave, with what people decided in its place. Proposed findings that no line that goes on has reported are deleted, and so are all that
 * no run has, unless somebody has triaged or edited them. Five statements, after one that holds runs of the product back.
 */
export async function undoActivity(change: ChangeContext, activity: TestActivity): Promise<void> {
  await change.lock(undoLock(productOf(activity)));
  if (activity.line === null) return;
  countRun(change, activity, -1);
  const { organizationId, productId, number, line } = activity;
  const tool = toolIdentity(activity.tool!);
  const facts = await loadRunFacts(change.tx, { organizationId, productId, tool });
  const { identities, endsOthers } = concernedBy(facts, number);
  const [{ affected }] = await change.tx.query<[{ affected: Affected[] }]>(AFFECTED, [
    organizationId,
    productId,
    tool,
    [...identities],
    endsOthers,
  ]);
  const left = await change.tx.query<RunStreak[]>(WITHDRAW, [organizationId, productId, line, number]);
  const streaks = new Map(left.map((streak) => [streak.number, streak]));

  const remaining = { ...facts, runs: facts.runs.filter((run) => run.number !== number) };
  const members = membership(remaining, new Set(affected.map(({ identity }) => identity)));
  const replay = replayer(remaining, members);
  const ended = new Set(facts.lines.filter(({ endedAt }) => endedAt !== null).map((line) => line.number));
  const rows: object[] = [];
  const gone: string[] = [];
  for (const { decisions, shownLastSeenAt, firstActivityId, ...known } of affected) {
    const history = replay(known.identity, { raisedNumber: known.raisedNumber, decisions });
    const { state, reporters, firstRunId } = history;
    if (!isTouched(known) && isLeftByAll(state, reporters, ended)) gone.push(known.id);
    else {
      const isKept = state.lastSeen === null;
      const row = restored(isKept ? { ...known, lastSeenAt: shownLastSeenAt } : known, history, streaks, members);
      if (known.varied || firstRunId !== firstActivityId || !isSame(known, row)) rows.push(row);
    }
  }
  countRecords(change, 'findings', productOf(activity), -gone.length);
  if (rows.length > 0) await runCounted(change, RESTORE, organizationId, JSON.stringify(rows));
  await deleteFindings(change, organizationId, gone);
}

/**
 * The findings that a run may have changed: those it reported, and what it may have ended where it was complete, or a part of a sweep; then also what people
 * held open.
 */
function concernedBy(facts: Facts, number: number): { identities: Set<string>; endsOthers: boolean } {
  const undone = facts.runs.find((run) => run.number === number)!;
  const endsOthers = undone.complete || undone.sweep !== null;
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

/** The runs of a line before another that can matter for what was present: from the last complete one that no later one predates. */
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
  known: KnownFinding,
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

const AFFECTED = `
  WITH concerned AS MATERIALIZED (
    SELECT f.id FROM unnest($4::uuid[]) AS named(identity), LATERAL (
      SELECT id FROM findings WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND identity = named.identity LIMIT 1) f
    UNION
    SELECT id FROM findings WHERE $5 AND organization_id = $1 AND product_id = $2 AND tool = $3 AND triaged_at IS NOT NULL
  ), found AS (
    SELECT ${KNOWN_COLUMNS}, NULL AS "issueState", ${lastSeenAt('f')} AS "shownLastSeenAt", f.first_activity_id AS "firstActivityId",
      (SELECT coalesce(json_agg(json_build_object('afterNumber', d.after_number, 'action', d.action,
        'until', ${milliseconds('d.until')}, 'at', ${milliseconds('d.decided_at')}) ORDER BY d.decided_at), '[]')
       FROM finding_decisions d WHERE d.organization_id = $1 AND d.finding_id = f.id) AS decisions
    FROM concerned JOIN findings f ON f.organization_id = $1 AND f.id = concerned.id
    ORDER BY f.identity FOR UPDATE OF f
  )
  SELECT coalesce(json_agg(found), '[]') AS affected FROM found`;

// The line and its streaks as the remaining runs leave them. Their rows are read as they are afterwards.
const WITHDRAW = `
  WITH remaining AS MATERIALIZED (
    SELECT number, track, set_id, completed_at, created_at FROM test_activities
    WHERE organization_id = $1 AND product_id = $2 AND line = $3 AND number <> $4
  ), latest AS MATERIALIZED (
    SELECT DISTINCT ON (track) track, set_id, created_at, max(completed_at) OVER (PARTITION BY track) AS moment
    FROM remaining ORDER BY track, number DESC
  ), spoken AS (
    UPDATE lines l SET (first_number, first_at) = (SELECT number, completed_at FROM remaining ORDER BY number LIMIT 1),
      (last_number, last_at, arrived_at, last_track) = (SELECT number, completed_at, created_at, track FROM remaining ORDER BY number DESC LIMIT 1)
    WHERE l.organization_id = $1 AND l.product_id = $2 AND l.number = $3
  ), forgotten AS (
    DELETE FROM finding_tracks t WHERE t.organization_id = $1 AND t.product_id = $2 AND t.line = $3
      AND t.number NOT IN (SELECT track FROM latest)
  ), moved AS (
    UPDATE finding_tracks t SET set_id = latest.set_id, moment = latest.moment, arrived_at = latest.created_at
    FROM latest WHERE t.organization_id = $1 AND t.product_id = $2 AND t.number = latest.track
  )
  SELECT t.number, t.line, coalesce(latest.set_id, t.set_id) AS "setId",
    ${milliseconds('coalesce(latest.moment, t.moment)')} AS "completedAt",
    ${milliseconds('coalesce(latest.created_at, t.arrived_at)')} AS "arrivedAt"
  FROM finding_tracks t LEFT JOIN latest ON latest.track = t.number
  WHERE t.organization_id = $1 AND t.product_id = $2 AND (t.line <> $3 OR latest.track IS NOT NULL)`;

const RESTORE = `
  WITH restored AS MATERIALIZED (
    SELECT c.*, w.digest, w.title, w.description, w.severity, w.impact, w.wcag, w.criteria
    FROM json_to_recordset($2::json) AS c(id uuid, ${ROW_COLUMNS}, "firstActivityId" uuid, "wordingLine" int, "wordingNumber" int)
    LEFT JOIN LATERAL (
      SELECT * FROM finding_words w WHERE w.organization_id = $1 AND w.finding_id = c.id
        AND ((w.line = c."wordingLine" AND w.from_number <= c."wordingNumber") OR w.line = 0)
      ORDER BY w.line = 0, w.from_number DESC LIMIT 1) w ON c."wordingLine" IS NOT NULL
  ), before AS MATERIALIZED (${rowsBefore('restored')}
  ), changed AS (
    UPDATE findings f SET ${SET_ROW}, updated_at = now(), first_activity_id = c."firstActivityId", words = coalesce(c.digest, f.words), ${setTexts('digest')}
    FROM restored c WHERE ${isOneOf('restored')} AND f.id = c.id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes`;
