import { sql, type Uuid } from '#libs/database';
import type { LineKind } from '../../../records/test-activities/test-activity.entity.js';
import type { DismissalReason } from '../finding.entity.js';
import type { PageAction } from './page-answer.js';

/** A line that has a finding: the addresses, each list with the moment when it was seen there last, in milliseconds. */
export interface StoredLine {
  id: string;
  kind: LineKind;
  name: string | null;
  seen: { addresses: string[]; at: number }[];
}

/** What somebody answered for a page. */
export interface StoredAnswer {
  page: string;
  action: Exclude<PageAction, 'reopen'>;
  reason: DismissalReason | null;
  comment: string | null;
  until: string | null;
  answeredAt: string;
}

// From the sets that make what a line has, back to the one that names the finding last.
const walkFrom = (heads: string): string => `walk AS (
    SELECT DISTINCT id, product_id, identity, head, head AS at FROM ${heads}
    UNION ALL
    SELECT w.id, w.product_id, w.identity, w.head, s.base_id
    FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
    WHERE w.identity <> ALL (s.added) AND w.identity <> ALL (s.removed) AND s.base_id IS NOT NULL
  )`;

const NAMED = `FROM walk w JOIN finding_sets s
    ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at AND w.identity = ANY (s.added)`;

/** The lines that have a finding, and what was answered for its pages. */
export const PAGES_OF_FINDING = sql<
  [organizationId: Uuid, findingId: Uuid],
  { lines: StoredLine[]; answers: StoredAnswer[] }
>(`
  WITH RECURSIVE meant AS MATERIALIZED (
    SELECT f.id AS finding_id, f.product_id, f.identity, l.id, l.kind, l.name, l.number, l.layers, l.rest
    FROM findings f JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool
      AND l.ended_at IS NULL
    WHERE f.organization_id = $1 AND f.id = $2
  ), heads AS MATERIALIZED (
    SELECT m.finding_id AS id, m.product_id, m.identity, m.number, (layer ->> 0)::uuid AS head,
      (layer ->> 1)::float8 AS moment
    FROM meant m, json_array_elements(m.layers) AS layer
  ), ${walkFrom('heads')}, named AS MATERIALIZED (
    SELECT w.head, s.pages::json -> (array_position(s.added, w.identity) - 1) AS addresses ${NAMED}
  ), seen AS MATERIALIZED (
    SELECT h.number, named.addresses, h.moment FROM heads h JOIN named ON named.head = h.head
    UNION ALL
    SELECT m.number, CASE WHEN pair ->> 1 IS NULL THEN '[]' ELSE json_build_array(pair -> 1) END, (pair ->> 2)::float8
    FROM meant m, json_array_elements(m.rest::json) AS pair WHERE (pair ->> 0)::uuid = m.identity
  )
  SELECT
    (SELECT coalesce(json_agg(json_build_object('id', m.id, 'kind', m.kind, 'name', m.name, 'seen', (
        SELECT json_agg(json_build_object('addresses', seen.addresses, 'at', seen.moment)) FROM seen
        WHERE seen.number = m.number)) ORDER BY m.number), '[]')
      FROM meant m WHERE m.number IN (SELECT number FROM seen)) AS lines,
    (SELECT coalesce(json_agg(json_build_object('page', a.page, 'action', a.action, 'reason', a.reason, 'comment',
      a.comment, 'until', a.until, 'answeredAt', a.answered_at)), '[]')
      FROM finding_page_answers a WHERE a.organization_id = $1 AND a.finding_id = $2) AS answers`);

/** Those of some findings that proposals have which have not ended. */
export const IN_PROPOSALS = sql<[organizationId: Uuid, findingIds: readonly Uuid[]], { id: Uuid }>(`
  WITH RECURSIVE meant AS MATERIALIZED (
    SELECT f.id, f.product_id, f.identity, l.layers, l.rest
    FROM findings f JOIN lines l ON l.organization_id = $1 AND l.product_id = f.product_id AND l.tool = f.tool
      AND l.kind = 'proposal' AND l.ended_at IS NULL
    WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])
  ), heads AS MATERIALIZED (
    SELECT m.id, m.product_id, m.identity, (layer ->> 0)::uuid AS head FROM meant m,
      json_array_elements(m.layers) AS layer
  ), ${walkFrom('heads')}
  SELECT w.id ${NAMED}
  UNION
  SELECT m.id FROM meant m, json_array_elements(m.rest::json) AS pair WHERE (pair ->> 0)::uuid = m.identity`);

/** The finding has changed. */
const TOUCHED = `UPDATE findings SET revision = revision + 1, updated_at = now() WHERE organization_id = $1
  AND id = $2`;

// An answer of the same kind that has not ended.
const HOLDS = `finding_page_answers.action = excluded.action
      AND (finding_page_answers.until IS NULL OR finding_page_answers.until > excluded.answered_at)`;

/**
 * Answers for pages of a finding; former answers go, but for what is kept of those of the same kind. It takes the organization from a table, and so happens where the
 * rows are.
 */
export const ANSWER_PAGES = sql<
  [
    organizationId: Uuid,
    findingId: Uuid,
    pageIds: readonly Uuid[],
    pages: readonly string[],
    action: 'accept' | 'dismiss',
    reason: DismissalReason | null,
    comment: string | null,
    until: Date | null,
    keepsComment: boolean,
    keepsUntil: boolean,
  ]
>(`
  WITH touched AS (${TOUCHED})
  INSERT INTO finding_page_answers (organization_id, finding_id, page_id, page, action, reason, comment, until,
    answered_at)
  SELECT f.organization_id, f.id, p.id, p.page, $5::page_answer, $6::dismissal_reason, $7::text, $8::timestamptz, now()
  FROM findings f, unnest($3::uuid[], $4::text[]) AS p(id, page) WHERE f.organization_id = $1 AND f.id = $2
  ON CONFLICT (organization_id, finding_id, page_id) DO UPDATE SET action = excluded.action, reason = excluded.reason,
    comment = CASE WHEN $9::boolean AND ${HOLDS} THEN finding_page_answers.comment ELSE excluded.comment END,
    until = CASE WHEN $10::boolean AND ${HOLDS} THEN finding_page_answers.until ELSE excluded.until END,
    answered_at = excluded.answered_at`);

/** Takes answers back. */
export const REOPEN_PAGES = sql<[organizationId: Uuid, findingId: Uuid, pageIds: readonly Uuid[]]>(`
  WITH touched AS (${TOUCHED})
  DELETE FROM finding_page_answers WHERE organization_id = $1 AND finding_id = $2 AND page_id = ANY ($3::uuid[])`);
