import { sql, type Uuid } from '#libs/database';
import { lastSeenAt } from '../triage/finding.entity.js';
import { STORED_COLUMNS, type StoredFinding, milliseconds, type RunStreak } from '../triage/stored-findings.js';
import { type CountedRow, pendingChanges, pendingKind } from '../triage/pending-counts.sql.js';
import { isOneOf, ROW_COLUMNS, rowsBefore, SET_ROW, setTexts, textsOfTable } from '../triage/store-findings.sql.js';
import type { Decision } from './replay.js';

type Affected = StoredFinding & { decisions: Decision[]; shownLastSeenAt: string; firstActivityId: string | null };

/** The findings that a run may have changed, with what people decided of them; locked. */
export const AFFECTED = sql<
  [organizationId: Uuid, productId: Uuid, tool: string, identities: readonly Uuid[], endsOthers: boolean],
  { affected: Affected[] }
>(`
  WITH concerned AS MATERIALIZED (
    SELECT f.id FROM unnest($4::uuid[]) AS named(identity), LATERAL (
      SELECT id FROM findings WHERE organization_id = $1 AND product_id = $2 AND tool = $3 AND identity = named.identity
      LIMIT 1) f
    UNION
    SELECT id FROM findings WHERE $5 AND organization_id = $1 AND product_id = $2 AND tool = $3
      AND triaged_at IS NOT NULL
  ), affected AS (
    SELECT ${STORED_COLUMNS}, NULL AS "issueState", ${lastSeenAt('f')} AS "shownLastSeenAt",
      f.first_activity_id AS "firstActivityId",
      (SELECT coalesce(json_agg(json_build_object('afterNumber', d.after_number, 'action', d.action,
        'until', ${milliseconds('d.until')}, 'at', ${milliseconds('d.decided_at')},
        'undone', CASE WHEN d.undone_at IS NOT NULL THEN json_build_object('afterNumber', d.undone_after, 'at',
          ${milliseconds('d.undone_at')}) END)
        ORDER BY d.decided_at), '[]')
       FROM finding_decisions d WHERE d.organization_id = $1 AND d.finding_id = f.id) AS decisions
    FROM concerned JOIN findings f ON f.organization_id = $1 AND f.id = concerned.id
    ORDER BY f.identity FOR UPDATE OF f
  )
  SELECT coalesce(json_agg(affected), '[]') AS affected FROM affected`);

/** The line and its streaks as the remaining runs leave them. Their rows are read as they are afterwards. */
export const WITHDRAW = sql<[organizationId: Uuid, productId: Uuid, line: number, number: number], RunStreak>(`
  WITH remaining AS MATERIALIZED (
    SELECT number, track, set_id, completed_at, created_at FROM test_activities
    WHERE organization_id = $1 AND product_id = $2 AND line = $3 AND number <> $4
  ), latest AS MATERIALIZED (
    SELECT DISTINCT ON (track) track, set_id, created_at, max(completed_at) OVER (PARTITION BY track) AS moment
    FROM remaining ORDER BY track, number DESC
  ), withdrawn AS (
    UPDATE lines l SET (first_number, first_at) = (SELECT number, completed_at FROM remaining ORDER BY number LIMIT 1),
      (last_number, last_at, arrived_at, last_track) = (SELECT number, completed_at, created_at, track FROM remaining
        ORDER BY number DESC LIMIT 1)
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
  WHERE t.organization_id = $1 AND t.product_id = $2 AND (t.line <> $3 OR latest.track IS NOT NULL)`);

/**
 * Stores what lines have, and what is kept of it, all JSON. It takes the organization from a table, and so happens
 * where the rows are.
 */
export const RESTORE_CONTENTS = sql<[organizationId: Uuid, productId: Uuid, lines: string, contents: string]>(`
  WITH kept AS (
    INSERT INTO finding_contents (organization_id, product_id, id, sets, rest)
    SELECT p.organization_id, p.id, c.id, c.sets, c.rest FROM products p,
      json_to_recordset($4::json) AS c(id uuid, sets uuid[], rest text)
    WHERE p.organization_id = $1 AND p.id = $2 ON CONFLICT (organization_id, product_id, id) DO NOTHING
  )
  UPDATE lines l SET layers = c.layers, rest = c.rest FROM json_to_recordset($3::json) AS c(number int, layers json,
    rest text)
  WHERE l.organization_id = $1 AND l.product_id = $2 AND l.number = c.number`);

/** Stores findings as their histories leave them, `RestoredRow`s as JSON. */
export const RESTORE = sql<[organizationId: Uuid, rows: string], CountedRow>(`
  WITH restored AS MATERIALIZED (
    SELECT c.*, w.digest, ${textsOfTable('w')}
    FROM json_to_recordset($2::json) AS c(id uuid, ${ROW_COLUMNS}, "firstActivityId" uuid, "wordingLine" int,
      "wordingNumber" int)
    LEFT JOIN LATERAL (
      SELECT * FROM finding_words w WHERE w.organization_id = $1 AND w.finding_id = c.id
        AND ((w.line = c."wordingLine" AND w.from_number <= c."wordingNumber") OR w.line = 0)
      ORDER BY w.line = 0, w.from_number DESC LIMIT 1) w ON c."wordingLine" IS NOT NULL
  ), before AS MATERIALIZED (${rowsBefore('restored')}
  ), changed AS (
    UPDATE findings f SET ${SET_ROW}, updated_at = now(), first_activity_id = c."firstActivityId",
      words = coalesce(c.digest, f.words), ${setTexts('digest')}
    FROM restored c WHERE ${isOneOf('restored')} AND f.id = c.id
    RETURNING ${pendingKind('f')}
  )
  SELECT ${pendingChanges('before', 'changed')} AS changes`);
