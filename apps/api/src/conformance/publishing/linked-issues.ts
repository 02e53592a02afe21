import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../../products/product-key.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { ISSUES_AGAINST, KNOWN_SINCE, type KnownSince, type ReportedIssues } from './linked-issues.sql.js';

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

/** That a requirement is supported or does not apply, as long as no issue says otherwise. */
export interface Claim extends Judged {
  /** Whether it is supported. */
  supports: boolean;
}

/** A published report, whose claims live issues may contradict. */
export type PublishedReport = Pick<
  ConformanceReport,
  'organizationId' | 'productId' | 'id' | 'standardId' | 'publishedAt'
>;

/** What has become known since a report was published that contradicts its claims, by requirement. One statement; nothing else here is live. */
export async function knownSince(
  tx: EntityManager,
  { organizationId, productId, id, standardId, publishedAt }: PublishedReport,
  claims: readonly Claim[],
): Promise<KnownSince[]> {
  if (claims.length === 0) return [];
  return query(tx, KNOWN_SINCE, [organizationId, productId, JSON.stringify(claims), standardId, id, publishedAt!]);
}
