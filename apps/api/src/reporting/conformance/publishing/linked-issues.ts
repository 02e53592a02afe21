import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { standardIdsOf } from '../reports/several-standards.js';
import { ISSUES_AGAINST, KNOWN_SINCE, type KnownSince, type ReportedIssues, UNLINKED } from './linked-issues.sql.js';

/** A requirement of which something is said, and since when. */
export interface Judged {
  requirementId: string;
  statedAt: Date;
}

/** What a report covers of a product; the ids of its standards are kept although these may be gone. */
export type ReportScope = Pick<
  ConformanceReport,
  'organizationId' | 'productId' | 'standardId' | 'conformanceLevelId' | 'furtherStandards'
>;

/**
 * The issues of a product that are linked to judged requirements, in one statement: those that are open, from kept
 * counts, and those that were open when a verdict was stated. Requirements that no issue speaks against are left out.
 */
export async function issuesAgainst(
  tx: EntityManager,
  report: ReportScope,
  judged: readonly Judged[],
): Promise<Map<string, ReportedIssues>> {
  const rows = await query(tx, ISSUES_AGAINST, [
    report.organizationId,
    report.productId,
    JSON.stringify(judged),
    standardIdsOf(report),
  ]);
  return new Map(rows.map((row) => [row.requirementId, row]));
}

/** That a requirement is supported or does not apply, as long as no issue says otherwise. */
export interface Claim extends Judged {
  /** Whether it is supported. */
  supports: boolean;
}

/** A published report, whose claims live issues may contradict. */
export type PublishedReport = ReportScope & Pick<ConformanceReport, 'id' | 'publishedAt'>;

/**
 * What has become known since a report was published that contradicts its claims, by requirement. One statement.
 */
export async function knownSince(
  tx: EntityManager,
  report: PublishedReport,
  claims: readonly Claim[],
): Promise<KnownSince[]> {
  if (claims.length === 0) return [];
  const { organizationId, productId, id, publishedAt } = report;
  const judged = JSON.stringify(claims);
  return query(tx, KNOWN_SINCE, [organizationId, productId, judged, standardIdsOf(report), id, publishedAt!]);
}

/** How many open issues of the product of a report say nothing of any requirement. */
export async function unlinkedIssues(tx: EntityManager, report: ReportScope): Promise<number> {
  const [row] = await query(tx, UNLINKED, [report.organizationId, report.productId, standardIdsOf(report)]);
  return row!.unlinked;
}
