import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { NOTE_DECISION } from './decisions.sql.js';
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
  const ids = findings.map(({ id }) => id);
  await query(tx, NOTE_DECISION, [findings[0]!.organizationId, ids, action, until]);
}
