import { query } from '#libs/database';
import { type EntityManager, In } from 'typeorm';
import { ConformanceReport } from '../reports/conformance-report.entity.js';
import { LOCK_FIRST, STANDING } from './publishing.sql.js';

/**
 * What is said at present by the reports that are revisions of each other, and of one of which `of` is the number; the
 * newest first. It is one, whichever of them was revised, unless the rows are older than this rule. Locked, with the
 * first of them: of revisions published at once each ends the one before.
 */
export async function lockStanding(
  tx: EntityManager,
  { organizationId, productId }: Pick<ConformanceReport, 'organizationId' | 'productId'>,
  of: number,
): Promise<ConformanceReport[]> {
  const [first] = await query(tx, LOCK_FIRST, [organizationId, productId, of]);
  // A statement of its own: it sees what was published while this one waited for the lock.
  const standing = await query(tx, STANDING, [organizationId, productId, first!.number]);
  return tx.find(ConformanceReport, {
    where: { organizationId, id: In(standing.map(({ id }) => id)) },
    order: { number: 'DESC' },
    lock: { mode: 'pessimistic_write' },
  });
}
