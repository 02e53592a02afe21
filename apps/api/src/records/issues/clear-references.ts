import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Area } from '../../products/products/area.entity.js';
import type { Audit } from '../audits/audit.entity.js';
import type { TestActivity } from '../test-activities/test-activity.entity.js';
import type { Team } from '../../accounts/organizations/teams/team.entity.js';
import { CLEAR_EXTENDER } from './deadlines/deadlines.sql.js';
import {
  CLEAR_ACTIVITY,
  CLEAR_AUDIT,
  CLEAR_CLOSER,
  CLEAR_CREATOR,
  CLEAR_TEAM,
  COUNT_WITHOUT_AREA,
} from './issues.sql.js';

/** Issues stay when the audit in which they were found is deleted. */
export async function clearAudit(tx: EntityManager, { organizationId, id }: Audit): Promise<void> {
  await query(tx, CLEAR_AUDIT, [organizationId, id]);
}

/** Issues stay when the test activity that reported them is deleted. */
export async function clearActivity(tx: EntityManager, { organizationId, id }: TestActivity): Promise<void> {
  await query(tx, CLEAR_ACTIVITY, [organizationId, id]);
}

/**
 * Issues stay without their creator, who closed them, and who accepted them for longer, when the person's account is
 * deleted.
 */
export async function clearCreator(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, CLEAR_CREATOR, [organizationId, userId]);
  await query(tx, CLEAR_CLOSER, [organizationId, userId]);
  await query(tx, CLEAR_EXTENDER, [organizationId, userId]);
}

/** Issues stay without their team when it is deleted. */
export async function clearTeamOfIssues(tx: EntityManager, { organizationId, id }: Team): Promise<void> {
  await query(tx, CLEAR_TEAM, [organizationId, id]);
}

/** Issues lose an area that is about to be deleted, with the foreign key of their links. */
export async function countWithoutArea(tx: EntityManager, { organizationId, id }: Area): Promise<void> {
  await query(tx, COUNT_WITHOUT_AREA, [organizationId, id]);
}
