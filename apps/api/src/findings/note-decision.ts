import type { EntityManager } from 'typeorm';
import type { DecisionAction } from './finding-state.js';
import type { Finding } from './finding.entity.js';

/**
 * Notes what a person has decided of findings, and after which run of their product: runs that are undone later are judged with
 * it in its place. The caller holds runs back.
 */
export async function noteDecision(
  tx: EntityManager,
  findings: readonly Pick<Finding, 'organizationId' | 'id'>[],
  action: DecisionAction,
  until: Date | null = null,
): Promise<void> {
  await tx.query(
    `INSERT INTO finding_decisions (organization_id, finding_id, after_number, action, until, decided_at)
     SELECT $1::uuid, f.id, coalesce(c.value, 0), $3::finding_decision, $4::timestamptz, clock_timestamp()
     FROM findings f LEFT JOIN product_counters c
       ON c.organization_id = f.organization_id AND c.product_id = f.product_id AND c.kind = 'test_activity'
     WHERE f.organization_id = $1 AND f.id = ANY ($2::uuid[])`,
    [findings[0]!.organizationId, findings.map(({ id }) => id), action, until],
  );
}
