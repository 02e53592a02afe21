import { renumbered, sql, type Statement, statementParts, withParts } from '#libs/database';
import { newId } from '#libs/ids';
import type { DistinctFinding } from '../findings/distinct-finding.js';
import type { RunStreak } from '../findings/known-findings.js';
import { pendingOfNew, runCounted } from '../findings/pending-counts.js';
import { type CountedRow, pendingChanges, pendingKind } from '../findings/pending-counts.sql.js';
import { isOneOf, ROW_COLUMNS, rowsBefore, SET_ROW, setTexts } from '../findings/store-findings.sql.js';
import { insertRun } from '../test-activities/insert-run.js';
import type { TestActivity } from '../test-activities/test-activity.entity.js';
import type { ChangeContext } from '../work/change-context.js';
import type { Answer, ChangedRow, WordingRow } from './apply-run.js';
import type { LineName } from './line-of-run.js';
import { digestOf, type StoredSet } from './reported-set.js';
import type { SweepPlace } from './sweep-parts.js';

/** A run, and everything that it changes. */
export interface Writing {
  activity: TestActivity;
  tool: string;
  /** As it is after the run. */
  streak: RunStreak;
  isNewStreak: boolean;
  /** Null: it is there. */
  line: LineName | null;
  isComplete: boolean;
  alsoEnds: readonly number[] | null;
  /** Null: the streak has it. */
  set: Omit<StoredSet, 'id'> | null;
  answer: Answer;
  created: readonly DistinctFinding[];
  changed: readonly ChangedRow[];
  varied: readonly string[];
  wordings: readonly WordingRow[];
  /** Identities of further findings that the streak is the first to have, or no longer has. */
  joined: readonly string[];
  left: readonly string[];
  /** The streak before the run. */
  before: RunStreak | null;
  sweep: SweepPlace | null;
}

/** Writes a run in one statement, which has a part for each table that the run changes, and none for what it leaves. */
export async function writeReport(change: ChangeContext, writing: Writing): Promise<void> {
  const { activity, created, changed } = writing;
  const { organizationId, productId } = activity;
  change.countFacts('pending', organizationId, pendingOfNew(productId, activity.lineKind === 'main', created));
  const { parts, values } = statementParts([...runOf(writing), ...findingsOf(writing)], 1);
  if (changed.length === 0) {
    await change.tx.query(`WITH ${parts.join(', ')} SELECT 1`, [organizationId, ...values]);
    return;
  }
  // Over machines, parts run one after the other: the wording is kept before it changes.
  const { text, values: rows } = renumbered(changing(activity, changed), 1 + values.length);
  const whole = sql<[organizationId: string, ...unknown[]], CountedRow>(withParts(parts, text));
  await runCounted(change, whole, [organizationId, ...values, ...rows]);
}

/** The run, its line, its streak, and what it reported and answered. */
function runOf({ activity, tool, streak, line, set, answer, isComplete, alsoEnds, sweep }: Writing): Statement[] {
  const { organizationId, productId } = activity;
  const { setId, number, completedAt } = streak;
  const answerId = Object.values(answer).every(({ length }) => length === 0) ? null : digestOf(JSON.stringify(answer));
  const ofLine = [organizationId, productId, streak.line];
  const arrivedAt = new Date(streak.arrivedAt);
  const lineValues = [...ofLine, activity.number, activity.completedAt, number, arrivedAt];
  const { raised, regressed, dismissed, resolved } = answer;
  return [
    insertRun(activity, { track: number, setId, answerId, complete: isComplete, alsoEnds, sweep }),
    line
      ? [OPEN_LINE, [...lineValues, newId(), tool, line.kind, line.key, line.name, line.repository, line.prNumber]]
      : [UPDATE_LINE, lineValues],
    [STORE_STREAK, [...ofLine, number, setId, new Date(completedAt), arrivedAt]],
    ...ifPresent(set, KEEP_SET, (kept) => [
      organizationId,
      productId,
      setId,
      kept.baseId,
      kept.depth,
      arrayOf(kept.added),
      arrayOf(kept.removed),
      kept.pages,
    ]),
    ...ifPresent(answerId, KEEP_ANSWER, (id) => [
      organizationId,
      productId,
      id,
      ...[raised, regressed, dismissed, resolved].map(arrayOf),
    ]),
  ];
}

/** New findings, those that change nothing but their streak, and wordings. */
function findingsOf({ activity, tool, streak, before, created, varied, wordings, joined, left }: Writing): Statement[] {
  const { organizationId, productId } = activity;
  const ofStreak = [organizationId, productId, tool, streak.number];
  const added = (): unknown[] => [
    ...ofStreak,
    activity.number,
    activity.completedAt,
    activity.id,
    activity.lineKind === 'main',
    streak.line,
    JSON.stringify(created.map(({ position: _, pages: __, ...finding }) => finding)),
    new Date(streak.arrivedAt),
  ];
  const rewordings = (): unknown[] => {
    const rows = wordings.map(({ findingId, wording }) => ({ findingId, ...textsOf(wording) }));
    return [organizationId, productId, streak.line, activity.number, JSON.stringify(rows)];
  };
  return [
    ...unlessEmpty(varied, KEEP_WORDING, () => [organizationId, varied]),
    ...unlessEmpty(created, CREATE, added),
    ...unlessEmpty(wordings, ADD_WORDING, rewordings),
    ...unlessEmpty(joined, JOIN, () => [...ofStreak, joined]),
    ...unlessEmpty(left, LEAVE, () => [
      ...ofStreak,
      left,
      streak.line,
      ...[before!.completedAt, before!.arrivedAt].map((time) => new Date(time)),
      before!.number,
    ]),
  ];
}

function changing(activity: TestActivity, changed: readonly ChangedRow[]): Statement {
  const rows = changed.map(({ ids, wording, ...row }, place) => ({
    ...row,
    place,
    ids: arrayOf(ids),
    ...(wording && textsOf(wording)),
  }));
  return [CHANGE, [activity.organizationId, JSON.stringify(rows), activity.id]];
}

const ifPresent = <T>(what: T | null, text: string, values: (what: T) => unknown[]): Statement[] =>
  what === null ? [] : [[text, values(what)]];

const unlessEmpty = (rows: readonly unknown[], text: string, values: () => unknown[]): Statement[] =>
  rows.length === 0 ? [] : [[text, values()]];

/** Ids as PostgreSQL reads an array, faster than one of JSON. */
const arrayOf = (ids: readonly string[]): string => `{${ids.join(',')}}`;

const textsOf = ({ wordingDigest, title, description, severity, impact, wcag, criteria }: DistinctFinding) => ({
  wordingDigest,
  title,
  description,
  severity,
  impact,
  wcag,
  criteria,
});

const TEXTS = `"wordingDigest" uuid, title text, description text, severity rating, impact rating, wcag text[], criteria text[]`;

// Looks up each, where a planner without statistics would read all of the product.
const IS_NAMED = `f.organization_id = $1 AND f.id = ANY (ARRAY(
      SELECT found.id FROM unnest($5::uuid[]) AS named(identity), LATERAL (
        SELECT n.id FROM findings n WHERE n.organization_id = $1 AND n.product_id = $2 AND n.tool = $3 AND n.identity = named.identity LIMIT 1) found))`;

const OPEN_LINE = `
  INSERT INTO lines (organization_id, product_id, number, first_number, last_number, first_at, last_at, arrived_at, last_track,
    id, tool, kind, key, name, repository, pr_number)
  VALUES ($1, $2, $3, $4, $4, $5, $5, $7, $6, $8, $9, $10, $11, $12, $13, $14)`;

const UPDATE_LINE = `
  UPDATE lines SET last_number = $4, last_at = $5, arrived_at = $7, last_track = $6,
    first_number = coalesce(first_number, $4), first_at = coalesce(first_at, $5)
  WHERE organization_id = $1 AND product_id = $2 AND number = $3`;

const STORE_STREAK = `
  INSERT INTO finding_tracks AS t (organization_id, product_id, line, number, set_id, moment, arrived_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (organization_id, product_id, number) DO UPDATE SET
    set_id = excluded.set_id, moment = excluded.moment, arrived_at = excluded.arrived_at`;

const KEEP_SET = `
  INSERT INTO finding_sets (organization_id, product_id, id, base_id, depth, added, removed, pages)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (organization_id, product_id, id) DO NOTHING`;

const KEEP_ANSWER = `
  INSERT INTO finding_answers (organization_id, product_id, id, raised, regressed, dismissed, resolved)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (organization_id, product_id, id) DO NOTHING`;

// It takes the organization from a table, and so happens where the rows are.
const CREATE = `
  INSERT INTO findings (organization_id, id, product_id, tool, rule_id, selector, identity, title, description, severity, impact,
    wcag, criteria, first_activity_id, first_seen_at, last_seen_at, last_reported_at, landed, present, tracks, words, raised_number)
  SELECT p.organization_id, n.id, p.id, $3, n."ruleId", n.selector, n.identity, n.title, n.description, n.severity, n.impact,
    n.wcag, n.criteria, $7::uuid, $6::timestamptz, $6, $11::timestamptz, $8::boolean, ARRAY[$9::int], ARRAY[$4::int], n."wordingDigest", $5::int
  FROM products p, json_to_recordset($10::json) AS n(id uuid, identity uuid, "ruleId" text, selector text, ${TEXTS})
  WHERE p.organization_id = $1 AND p.id = $2`;

const KEEP_WORDING = `
  INSERT INTO finding_words (organization_id, finding_id, line, from_number, digest, title, description, severity, impact, wcag, criteria)
  SELECT f.organization_id, f.id, 0, 0, f.words, f.title, f.description, f.severity, f.impact, f.wcag, f.criteria
  FROM findings f WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])`;

const ADD_WORDING = `
  INSERT INTO finding_words (organization_id, finding_id, line, from_number, digest, title, description, severity, impact, wcag, criteria)
  SELECT p.organization_id, w."findingId", $3::int, $4::int, w."wordingDigest", w.title, w.description, w.severity, w.impact, w.wcag, w.criteria
  FROM products p, json_to_recordset($5::json) AS w("findingId" uuid, ${TEXTS})
  WHERE p.organization_id = $1 AND p.id = $2`;

const CHANGE = `
  WITH applied AS MATERIALIZED (
    SELECT c.*, now() AS written_at FROM json_to_recordset($2::json) AS c(place int, ids uuid[], ${ROW_COLUMNS}, varied boolean, reported boolean, touched boolean, ${TEXTS})
  ), given AS MATERIALIZED (
    SELECT place, id FROM applied, unnest(ids) AS id
  ), before AS MATERIALIZED (${rowsBefore('given')}
  ), changed AS (
    UPDATE findings f SET ${SET_ROW}, varied = c.varied,
      first_activity_id = CASE WHEN c.reported THEN coalesce(f.first_activity_id, $3::uuid) ELSE f.first_activity_id END,
      updated_at = CASE WHEN c.touched THEN c.written_at ELSE f.updated_at END, words = coalesce(c."wordingDigest", f.words), ${setTexts('"wordingDigest"')}
    FROM given JOIN applied c USING (place) WHERE ${isOneOf('given')} AND f.id = given.id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes`;

const JOIN = `UPDATE findings f SET tracks = tracks || $4::int WHERE ${IS_NAMED}`;

const LEAVE = `
  UPDATE findings f SET tracks = array_remove(tracks, $4::int), last_seen_at = greatest(last_seen_at, $7::timestamptz),
    last_reported_at = greatest(last_reported_at, $8::timestamptz),
    seen_in = coalesce(seen_in, '{}') || $6::int, seen_at = coalesce(seen_at, '{}') || $7::timestamptz
  WHERE ${IS_NAMED} AND tracks @> ARRAY[$9::int]`;
