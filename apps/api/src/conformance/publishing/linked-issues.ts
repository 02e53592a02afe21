import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../../products/product-key.js';
import { ISSUES_AGAINST, REPORTED_SINCE, type ReportedIssues, type ReportedSince } from './linked-issues.sql.js';

/** A requirement of which something is said, and since when. */
export interface Judged {
  requirementId: string;
  statedAt: Date;
}

/** The standard whose requirements are judged; their ids are kept although it may be gone. */
interface Scope {
  product: ProductKey;
  standardId: string | null;
}

/**
 * The issues of a product that are linked to judged requirements, in one statement: those that are open, from kept counts, and those that were
 * open when a verdict was stated. Requirements that no issue speaks against are left out.
 */
export async function issuesAgainst(
  tx: EntityManager,
  { product: { organizationId, id }, standardId }: Scope,
  judged: readonly Judged[],
): Promise<Map<string, ReportedIssues>> {
  const rows = await query(tx, ISSUES_AGAINST, [organizationId, id, JSON.stringify(judged), standardId]);
  return new Map(rows.map((row) => [row.requirementId, row]));
}

/**
 * Of judged requirements those at which an issue is open, or was since the report was published: the moment of the first that is open, else of
 * the last that was closed, deleted or unlinked. One statement.
 */
export async function reportedSince(
  tx: EntityManager,
  { product: { organizationId, id }, standardId }: Scope,
  judged: readonly Judged[],
  publishedAt: Date,
): Promise<ReportedSince[]> {
  if (judged.length === 0) return [];
  return query(tx, REPORTED_SINCE, [organizationId, id, JSON.stringify(judged), standardId, publishedAt]);
}
