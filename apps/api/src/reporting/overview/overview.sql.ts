import { sql, type Uuid } from '#libs/database';
import { isActive } from '../../products/products/active.js';

/** How many of each kind are named. */
export const NAMED = 10;

/** A product that has another letter than before. */
interface ChangedGrade {
  productName: string;
  productSlug: string;
  from: string | null;
  to: string | null;
  potentialLetter: string | null;
  /** In JSON. */
  at: string;
}

/** What waits in an organization, from kept counts and current Grades. */
export interface Waiting {
  pendingFindings: number;
  openIssues: number;
  ownIssues: number;
  letters: { letter: string | null; count: number; withLowerPotential: number }[];
  gradeChanges: ChangedGrade[];
}

export const WAITING = sql<[organizationId: Uuid, userId: Uuid | null, now: Date], Waiting>(`
  WITH scope AS MATERIALIZED (
    SELECT p.id, p.slug, p.name, p.responsible_person_id = $2::uuid AS own, c.grade ->> 'letter' AS letter,
      c.grade ->> 'potentialLetter' AS potential, c.former_letter, c.changed_at
    FROM products p LEFT JOIN current_grades c ON c.organization_id = $1 AND c.product_id = p.id
    WHERE p.organization_id = $1 AND ${isActive('p')}
  ), open AS MATERIALIZED (
    SELECT c.product_id, c.value FROM open_issue_counts c WHERE c.organization_id = $1
  ), lettered AS (
    SELECT letter, count(*)::int AS count, (count(*) FILTER (WHERE potential > letter))::int AS "withLowerPotential"
    FROM scope GROUP BY letter
  ), changed AS (
    SELECT name AS "productName", slug AS "productSlug", former_letter AS "from", letter AS "to",
      potential AS "potentialLetter", changed_at AS at
    FROM scope WHERE former_letter IS NOT NULL ORDER BY changed_at DESC, id LIMIT ${NAMED}
  )
  SELECT
    (SELECT coalesce(sum(c.value), 0)::int FROM pending_counts c JOIN scope ON scope.id = c.product_id
      WHERE c.organization_id = $1 AND c.pending_from <= $3::timestamptz) AS "pendingFindings",
    (SELECT coalesce(sum(value), 0)::int FROM open JOIN scope ON scope.id = open.product_id) AS "openIssues",
    (SELECT coalesce(sum(value), 0)::int FROM open JOIN scope ON scope.id = open.product_id
      WHERE scope.own) AS "ownIssues",
    (SELECT coalesce(json_agg(lettered ORDER BY letter NULLS LAST), '[]') FROM lettered) AS letters,
    (SELECT coalesce(json_agg(changed ORDER BY at DESC), '[]') FROM changed) AS "gradeChanges"`);

/** A published report that is still said, with the moments by which something is to be done. */
export interface CurrentReport {
  number: number;
  title: string;
  productName: string;
  productSlug: string;
  publishedAt: Date;
  reviewedAt: Date | null;
  validUntil: Date;
}

export const CURRENT_REPORTS = sql<[organizationId: Uuid, now: Date], CurrentReport>(`
  SELECT r.number, r.title, p.name AS "productName", p.slug AS "productSlug", r.published_at AS "publishedAt",
    r.reviewed_at AS "reviewedAt",
    r.valid_until AS "validUntil"
  FROM conformance_reports r JOIN products p ON p.organization_id = r.organization_id AND p.id = r.product_id
  WHERE r.organization_id = $1 AND r.status = 'published' AND r.superseded_at IS NULL AND r.valid_until > $2
    AND ${isActive('p')}
  ORDER BY r.id`);
