import { sql, type Uuid } from '#libs/database';
import { isActive } from '../../products/products/active.js';
import { isPresent } from '../../accounts/organizations/deleted/is-present.js';

/** For how many days something that is due is told still: not of what was due long ago, whatever has been forgotten. */
export const REMINDER_DAYS = 7;
/** How many days before its review a report is told. */
export const REVIEW_AHEAD_DAYS = 30;

/** Whether a report `r` is still said, and nobody has reviewed it for long: the year is over in two months or less. */
const WAITS_FOR_REVIEW = `r.status = 'published' AND r.superseded_at IS NULL
      AND coalesce(r.reviewed_at, r.published_at) < now() - interval '10 months'`;

/**
 * The organizations that have audits or reviews that are due lately, with what these are computed from; what is due is
 * judged by the rules of audits and reports.
 */
export const ORGANIZATIONS_WITH_DUTIES = sql<[], { id: Uuid; audits: boolean; reports: boolean }>(`
  /* all organizations: tell_of_duties */
  SELECT o.id, bool_or(due.audits) AS audits, bool_or(NOT due.audits) AS reports FROM organizations o JOIN (
    SELECT p.organization_id, true AS audits FROM products p JOIN audits a
      ON a.organization_id = p.organization_id AND a.product_id = p.id
    WHERE a.type = 'full' AND a.status = 'completed' AND ${isActive('p')}
    GROUP BY 1
    UNION ALL
    SELECT r.organization_id, false FROM conformance_reports r
    WHERE ${WAITS_FOR_REVIEW}
    GROUP BY 1
  ) due ON due.organization_id = o.id
  WHERE (CASE WHEN due.audits THEN 'audits' ELSE 'conformance' END) = ANY (o.enabled_modules)
    AND ${isPresent('o')}
  GROUP BY 1 ORDER BY 1`);

/** A published report that is still said, and who answers for its product. */
export interface ReportToReview {
  id: Uuid;
  number: number;
  title: string;
  productSlug: string;
  responsiblePersonId: Uuid | null;
  publishedAt: Date;
  reviewedAt: Date | null;
}

/** The published reports that nobody has reviewed for long. */
export const REPORTS_TO_REVIEW = sql<[organizationId: Uuid], ReportToReview>(`
  SELECT r.id, r.number, r.title, p.slug AS "productSlug", p.responsible_person_id AS "responsiblePersonId",
    r.published_at AS "publishedAt", r.reviewed_at AS "reviewedAt"
  FROM conformance_reports r JOIN products p ON p.organization_id = r.organization_id AND p.id = r.product_id
  WHERE r.organization_id = $1 AND ${WAITS_FOR_REVIEW} AND r.valid_until > now() AND ${isActive('p')}
  ORDER BY r.id`);
