import type { ChangeContext } from '../../work/change-context.js';

/** Links of issues to requirements that are about to end. */
interface EndingLinks {
  organizationId: string;
  /** Of these issues; absent: of all. */
  ids?: readonly string[];
  /** To these requirements; absent: to all. */
  requirementIds?: readonly string[];
  /** But for these requirements. */
  kept?: readonly string[];
}

/**
 * Keeps when issues were open that leave requirements of products with a report: what speaks against a verdict, or was told to the public, does not
 * vanish because somebody deletes or unlinks it.
 */
export async function keepGoneIssues(
  { tx }: ChangeContext,
  { organizationId, ids, requirementIds, kept = [] }: EndingLinks,
): Promise<void> {
  await tx.query(KEEP, [organizationId, ids ?? null, requirementIds ?? null, kept, new Date()]);
}

const KEEP = `
  INSERT INTO conformance_gone_issues AS known (organization_id, product_id, requirement_id, opened_at, ended_at, was_closed)
  SELECT DISTINCT ON (i.product_id, l.requirement_id, i.created_at)
    i.organization_id, i.product_id, l.requirement_id, i.created_at, coalesce(i.closed_at, $5::timestamptz), i.closed_at IS NOT NULL
  FROM issue_requirements l JOIN issues i ON i.organization_id = $1 AND i.id = l.issue_id
  WHERE l.organization_id = $1 AND ($2::uuid[] IS NULL OR l.issue_id = ANY ($2)) AND ($3::uuid[] IS NULL OR l.requirement_id = ANY ($3))
    AND l.requirement_id <> ALL ($4::uuid[])
    AND EXISTS (SELECT FROM conformance_reports r WHERE r.organization_id = $1 AND r.product_id = i.product_id)
  ORDER BY i.product_id, l.requirement_id, i.created_at, coalesce(i.closed_at, $5::timestamptz) DESC
  ON CONFLICT ON CONSTRAINT pk_conformance_gone_issues DO UPDATE SET ended_at = excluded.ended_at, was_closed = excluded.was_closed
  WHERE known.ended_at < excluded.ended_at`;
