import { sql, type Uuid } from '#libs/database';
import type { DetailsOfPage } from '../../platform/lists/details.js';
import type { LineKind } from '../../records/test-activities/test-activity.entity.js';
import { type DismissalReason, type FindingStatus, lastSeenAt } from './finding.entity.js';
import { hasStatus } from './status.js';

/** A line that has had a finding, and since when until when. */
export interface SeenLine {
  id: string;
  kind: LineKind;
  name: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
  endedAt: Date | null;
}

/**
 * The lines that have had a finding, those that had it last first: 100 at most. From the set of each run back to the
 * one that names it last.
 */
export const LINES_OF_FINDING = sql<[organizationId: Uuid, findingId: Uuid], SeenLine>(`
  WITH RECURSIVE used AS MATERIALIZED (
    SELECT f.product_id, f.identity, n.id AS line_id, a.set_id, min(a.completed_at) AS first,
      max(a.completed_at) AS last
    FROM findings f
    JOIN lines n ON n.organization_id = $1 AND n.product_id = f.product_id AND n.tool = f.tool
    JOIN test_activities a ON a.organization_id = $1 AND a.product_id = f.product_id AND a.line = n.number
    WHERE f.organization_id = $1 AND f.id = $2 AND a.set_id IS NOT NULL
    GROUP BY 1, 2, 3, 4
  ), walk AS (
    SELECT DISTINCT product_id, identity, set_id, set_id AS at FROM used
    UNION ALL
    SELECT w.product_id, w.identity, w.set_id, s.base_id
    FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id AND s.id = w.at
    WHERE w.identity <> ALL (s.added) AND w.identity <> ALL (s.removed) AND s.base_id IS NOT NULL
  ), having_it AS MATERIALIZED (
    SELECT w.set_id FROM walk w JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = w.product_id
      AND s.id = w.at
    WHERE w.identity = ANY (s.added)
  ), seen AS MATERIALIZED (
    SELECT line_id, min(first) AS first, max(last) AS last FROM used WHERE set_id IN (SELECT set_id FROM having_it)
    GROUP BY line_id
  )
  SELECT n.id, n.kind, n.name, seen.first AS "firstSeenAt", seen.last AS "lastSeenAt", n.ended_at AS "endedAt"
  FROM seen JOIN lines n ON n.organization_id = $1 AND n.id = seen.line_id
  ORDER BY seen.last DESC, n.id LIMIT 100`);

/** A finding of the same rule that somebody has decided on. */
interface SimilarFinding {
  id: string;
  title: string;
  selector: string | null;
  status: FindingStatus;
  dismissalReason: DismissalReason | null;
  dismissalComment: string | null;
  issueNumber: number | null;
  decidedAt: string | null;
}

/** What people decided on other findings of the same product, tool and rule. */
export interface SimilarFindings {
  confirmed: number;
  dismissed: number;
  newest: SimilarFinding[];
}

const DECIDED = ['confirmed', 'dismissed'] as const;

/** The decided findings of the product, tool and rule of another one: how many, and the five that were decided last. */
export const SIMILAR = sql<[organizationId: Uuid, findingId: Uuid], SimilarFindings>(`
  WITH decided AS MATERIALIZED (
    SELECT o.id, ${hasStatus('o', 'dismissed')} AS is_dismissed, o.triaged_at
    FROM findings f JOIN findings o ON o.organization_id = $1 AND o.rule_id = f.rule_id AND o.product_id = f.product_id
      AND o.tool = f.tool
    WHERE f.organization_id = $1 AND f.id = $2 AND o.id <> f.id
      AND (${DECIDED.map((status) => hasStatus('o', status)).join(' OR ')})
  ), newest AS MATERIALIZED (
    SELECT id, is_dismissed FROM decided ORDER BY triaged_at DESC NULLS LAST, id LIMIT 5
  )
  SELECT count(*) FILTER (WHERE NOT d.is_dismissed)::int AS confirmed,
    count(*) FILTER (WHERE d.is_dismissed)::int AS dismissed,
    (SELECT coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'selector', o.selector,
        'status', CASE WHEN n.is_dismissed THEN 'dismissed' ELSE 'confirmed' END,
        'dismissalReason', o.dismissal_reason, 'dismissalComment', o.dismissal_comment,
        'issueNumber', (SELECT i.number FROM issues i WHERE i.organization_id = $1 AND i.id = o.issue_id),
        'decidedAt', o.triaged_at) ORDER BY o.triaged_at DESC NULLS LAST, o.id), '[]')
      FROM newest n JOIN findings o ON o.organization_id = $1 AND o.id = n.id) AS newest
  FROM decided d`);

/**
 * In SQL, parts of a `WITH RECURSIVE`: the page on which each of some findings was seen last, and the first in order
 * where these are several, as `newest_pages`; none of those that no page is told of. Each set of the chains is opened
 * once for all findings: looking for each of them in it would take as long as there are findings, times as long as it
 * is.
 * @param findings a relation with the `id`, `product_id`, `identity` and `last_seen_at` of each
 */
const newestPages = (findings: string): string => `
  seen AS MATERIALIZED (
    SELECT DISTINCT f.id AS finding_id, f.product_id, f.identity, a.set_id AS head
    FROM ${findings} f CROSS JOIN LATERAL (
      -- With OFFSET the moment is looked up by the index, where a join might read all activities of the product.
      SELECT a.set_id FROM test_activities a WHERE a.organization_id = $1 AND a.product_id = f.product_id
        AND a.completed_at = f.last_seen_at AND a.set_id IS NOT NULL OFFSET 0) a
  ), chain AS (
    SELECT product_id, head, head AS at, 0 AS back FROM seen GROUP BY 1, 2
    UNION ALL
    SELECT c.product_id, c.head, s.base_id, c.back + 1
    FROM chain c JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = c.product_id AND s.id = c.at
    WHERE s.base_id IS NOT NULL
  ), used AS MATERIALIZED (
    SELECT product_id, at, array_agg(head) AS heads, array_agg(back) AS backs FROM chain GROUP BY 1, 2
  ), named AS MATERIALIZED (
    SELECT u.product_id, u.at, u.heads, u.backs, n.identity, n.place
    FROM used u JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = u.product_id AND s.id = u.at,
      LATERAL (SELECT identity, place FROM (
        SELECT identity, place FROM unnest(s.added) WITH ORDINALITY AS added(identity, place)
        UNION ALL SELECT identity, NULL FROM unnest(s.removed) AS removed(identity)) every
      -- As a truth value it is no join: what was seen is hashed, however little the planner expects.
      WHERE (identity IN (SELECT identity FROM seen)) IS TRUE) n
  ), naming AS MATERIALIZED (
    SELECT DISTINCT ON (finding_id, head) finding_id, product_id, at, place FROM (
      SELECT seen.finding_id, seen.head, n.product_id, n.at, n.place, n.backs[array_position(n.heads, seen.head)] AS back
      -- A full join is hashed too.
      FROM seen FULL JOIN named n ON n.product_id = seen.product_id AND n.identity = seen.identity) met
    WHERE back IS NOT NULL ORDER BY finding_id, head, back
  ), addresses_of_sets AS MATERIALIZED (
    SELECT s.product_id, s.id, p.place, p.addresses
    FROM finding_sets s, json_array_elements(s.pages::json) WITH ORDINALITY AS p(addresses, place)
    WHERE s.organization_id = $1 AND (s.product_id, s.id) IN (SELECT product_id, at FROM naming WHERE place IS NOT NULL)
  ), newest_pages AS MATERIALIZED (
    SELECT n.finding_id, min(address) AS source_url
    FROM naming n JOIN addresses_of_sets p ON p.product_id = n.product_id AND p.id = n.at AND p.place = n.place,
      json_array_elements_text(p.addresses) AS address
    GROUP BY 1
  )`;

/** The newest page of each finding with one of these ids. */
export const NEWEST_PAGES = sql<
  [organizationId: Uuid, findingIds: readonly Uuid[]],
  { findingId: Uuid; sourceUrl: string }
>(`
  WITH RECURSIVE ${newestPages(`(
      SELECT l.id, l.product_id, l.identity, ${lastSeenAt('l')} AS last_seen_at
      FROM findings l WHERE l.organization_id = $1 AND l.id = ANY ($2::uuid[]))`)}
  SELECT finding_id AS "findingId", source_url AS "sourceUrl" FROM newest_pages`);

/** The newest page of each finding of a list. */
export const NEWEST_PAGES_OF_LIST: DetailsOfPage<{ sourceUrl: string | null }> = {
  parts: newestPages(`(
      SELECT l.id, l.product_id, l.identity, page.record_last_seen_at AS last_seen_at
      FROM page JOIN findings l ON l.organization_id = $1 AND l.id = page.key_id)`),
  from: 'newest_pages',
  of: 'finding_id',
  read: ({ source_url }) => ({ sourceUrl: source_url as string | null }),
};
