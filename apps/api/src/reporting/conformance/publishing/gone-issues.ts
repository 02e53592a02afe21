import { clock } from '#libs/clock';
import { query } from '#libs/database';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { KEEP_GONE_ISSUES } from './linked-issues.sql.js';

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
 * Keeps when issues were open that leave requirements of products with a report: what speaks against a verdict, or was
 * told to the public, does not vanish because somebody deletes or unlinks it.
 */
export async function keepGoneIssues(
  { tx }: ChangeContext,
  { organizationId, ids, requirementIds, kept = [] }: EndingLinks,
): Promise<void> {
  await query(tx, KEEP_GONE_ISSUES, [organizationId, ids ?? null, requirementIds ?? null, kept, clock.now()]);
}
