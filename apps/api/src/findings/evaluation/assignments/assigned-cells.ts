import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Audit } from '../../../records/audits/audit.entity.js';
import { LIST_ASSIGNMENTS } from './assignments.sql.js';

/** The requirements that are assigned to a member; none where nothing is. */
export async function assignedCells(
  tx: EntityManager,
  { organizationId, id }: Audit,
  userId: string,
): Promise<{ requirementIds: string[]; entries: number[] | null }> {
  const assignments = await query(tx, LIST_ASSIGNMENTS, [organizationId, id]);
  const own = assignments.find((assignment) => assignment.userId === userId.toLowerCase());
  return { requirementIds: own?.requirementIds ?? [], entries: own?.entries ?? null };
}
