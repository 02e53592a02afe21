import { type EntityManager, In } from 'typeorm';
import { ConformanceReport } from '../reports/conformance-report.entity.js';

/**
 * What is said at present by the reports that are revisions of each other, and of one of which `of` is the number; the newest first. It is one,
 * whichever of them was revised, unless the rows are older than this rule. Locked, with the first of them: of revisions published at once each
 * ends the one before.
 */
export async function lockStanding(
  tx: EntityManager,
  { organizationId, productId }: Pick<ConformanceReport, 'organizationId' | 'productId'>,
  of: number,
): Promise<ConformanceReport[]> {
  const [first] = await tx.query<[{ number: number }]>(LOCK_FIRST, [organizationId, productId, of]);
  // A statement of its own: it sees what was published while this one waited for the lock.
  const standing = await tx.query<{ id: string }[]>(STANDING, [organizationId, productId, first.number]);
  return tx.find(ConformanceReport, {
    where: { organizationId, id: In(standing.map(({ id }) => id)) },
    order: { number: 'DESC' },
    lock: { mode: 'pessimistic_write' },
  });
}

// What was published is never deleted, and what it revises never changes: both walks need no lock.
const LOCK_FIRST = `
  WITH RECURSIVE back AS (
    SELECT r.number, r.revision_of FROM conformance_reports r
    WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = $3
    UNION ALL
    SELECT r.number, r.revision_of FROM back
    JOIN conformance_reports r ON r.organization_id = $1 AND r.product_id = $2 AND r.number = back.revision_of)
  SELECT r.number FROM conformance_reports r
  WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = (SELECT number FROM back WHERE revision_of IS NULL)
  FOR UPDATE`;

const STANDING = `
  WITH RECURSIVE family AS (
    SELECT r.id, r.number, r.superseded_at FROM conformance_reports r
    WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = $3
    UNION ALL
    SELECT r.id, r.number, r.superseded_at FROM family
    JOIN conformance_reports r ON r.organization_id = $1 AND r.product_id = $2 AND r.revision_of = family.number AND r.status <> 'draft')
  SELECT id FROM family WHERE superseded_at IS NULL`;
