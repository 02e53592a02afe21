import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { RemovedIssues } from '../issues/issues.service.js';
import type { Area } from '../../products/products/area.entity.js';
import { CLEAR_CREATOR, CLEAR_ISSUES, COUNT_WITHOUT_AREA } from './risks.sql.js';

/** Risks stay materialized when the issues that they became are deleted. */
export async function clearIssues(tx: EntityManager, { organizationId, ids }: RemovedIssues): Promise<void> {
  await query(tx, CLEAR_ISSUES, [organizationId, ids]);
}

/** Risks stay without their creator when the person's account is deleted. */
export async function clearCreator(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, CLEAR_CREATOR, [organizationId, userId]);
}

/** Risks lose an area that is about to be deleted, with the foreign key of their links. */
export async function countWithoutArea(tx: EntityManager, { organizationId, id }: Area): Promise<void> {
  await query(tx, COUNT_WITHOUT_AREA, [organizationId, id]);
}
