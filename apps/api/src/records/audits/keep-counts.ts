import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Audit } from './audit.entity.js';
import { KEEP_COUNTS } from './audits.sql.js';

/** Keeps the counts of what an audit has examined, which are no change of its fields. */
export async function keepAuditCounts(
  tx: EntityManager,
  { organizationId, id }: Audit,
  counts: Pick<Audit, 'lastEntry' | 'entryCount' | 'outcomeCount' | 'untestedCount'>,
): Promise<void> {
  const { lastEntry, entryCount, outcomeCount, untestedCount } = counts;
  await query(tx, KEEP_COUNTS, [organizationId, id, lastEntry, entryCount, outcomeCount, untestedCount]);
}
