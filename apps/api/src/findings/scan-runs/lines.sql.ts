import { sql, type Uuid } from '#libs/database';
import { STORED_COLUMNS, type StoredFinding, type RunStreak, streakJson } from '../triage/stored-findings.js';
import type { Line } from './line.entity.js';

export type EndedLine = Pick<Line, 'id' | 'number' | 'kind' | 'name' | 'tool'>;

/** What the end of a line reads of its product. */
interface Ending {
  endedAt: string;
  ended: EndedLine[];
  /** The numbers of all lines of the product that have ended. */
  endedNumbers: number[];
  streaks: RunStreak[];
  findings: StoredFinding[];
}

/** Ends those of these lines that have not ended, and reads the findings that they have. */
export const END = sql<[organizationId: Uuid, productId: Uuid, lineIds: readonly Uuid[]], { ending: Ending }>(`
  WITH ended AS (
    UPDATE lines SET ended_at = now(),
      ended_number = coalesce((SELECT c.value FROM product_counters c WHERE c.organization_id = $1 AND c.product_id = $2
        AND c.kind = 'test_activity'), 0)
    WHERE organization_id = $1 AND product_id = $2 AND id = ANY ($3::uuid[]) AND ended_at IS NULL
    RETURNING id, number, kind, name, tool
  ), forgotten AS (
    DELETE FROM finding_spellings WHERE organization_id = $1 AND product_id = $2 AND line IN (SELECT number FROM ended)
  ), known AS (
    SELECT ${STORED_COLUMNS}, NULL AS "issueState" FROM findings f
    WHERE f.organization_id = $1 AND f.product_id = $2 AND f.tool IN (SELECT tool FROM ended)
      AND (f.present && (SELECT array_agg(number) FROM ended) OR f.seen_in && (SELECT array_agg(number) FROM ended)
        OR f.tracks && (
        SELECT array_agg(t.number) FROM ended JOIN finding_tracks t ON t.organization_id = $1 AND t.product_id = $2
          AND t.line = ended.number))
    ORDER BY f.identity FOR UPDATE
  )
  SELECT json_build_object(
    'endedAt', now()::timestamptz(3),
    'ended', (SELECT coalesce(json_agg(json_build_object('id', id, 'number', number, 'kind', kind, 'name', name, 'tool',
      tool) ORDER BY number), '[]') FROM ended),
    'endedNumbers', (SELECT coalesce(json_agg(number), '[]') FROM (
      SELECT number FROM lines WHERE organization_id = $1 AND product_id = $2 AND ended_at IS NOT NULL
      UNION SELECT number FROM ended) numbers),
    'streaks', (SELECT coalesce(json_agg(${streakJson('t')}), '[]')
      FROM finding_tracks t WHERE t.organization_id = $1 AND t.product_id = $2 AND t.number IN (SELECT unnest(streaks)
        FROM known)),
    'findings', (SELECT coalesce(json_agg(known), '[]') FROM known)
  ) AS ending`);

/** How many findings are present in each main line, without what needs review. */
export const PRESENT_IN_MAIN_LINES = sql<[organizationId: Uuid, productId: Uuid], { line: number; count: number }>(`
  SELECT line, count(*)::int AS count FROM findings f, unnest(f.present) AS line
  WHERE f.organization_id = $1 AND f.product_id = $2 AND f.landed AND NOT f.needs_review GROUP BY line`);

const isSilent = (line: string, days: string): string =>
  `(${days}::int > 0 AND ${line}.arrived_at <= now() - make_interval(days => ${days}::int))`;

/**
 * Whether a line `l` has gone too long without a run. A main line has only while another one of its tool goes on, for
 * nothing is resolved that no run has looked at.
 */
export const hasAged = (proposalDays: string, lineDays: string): string => `CASE l.kind
  WHEN 'proposal' THEN ${isSilent('l', proposalDays)}
  ELSE ${isSilent('l', lineDays)} AND EXISTS (
    SELECT FROM lines other WHERE other.organization_id = l.organization_id AND other.product_id = l.product_id
      AND other.tool = l.tool
      AND other.kind = 'main' AND other.ended_at IS NULL AND other.last_number IS NOT NULL
      AND NOT ${isSilent('other', lineDays)})
  END`;

/** The products with lines that have gone too long without a run. */
export const AGED = sql<[proposalDays: number, lineDays: number], { organizationId: Uuid; productId: Uuid }>(`
  /* all organizations: end_lines */ SELECT DISTINCT l.organization_id AS "organizationId", l.product_id AS "productId"
  FROM lines l WHERE l.ended_at IS NULL AND l.last_number IS NOT NULL AND ${hasAged('$1', '$2')}`);
