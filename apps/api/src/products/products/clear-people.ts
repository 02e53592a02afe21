import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Team } from '../../accounts/organizations/teams/team.entity.js';
import { CLEAR_RESPONSIBLE_PERSON, CLEAR_TEAM_OF_PRODUCTS } from './products.sql.js';

/** Products stay without a responsible person when a member leaves the organization. */
export async function clearResponsiblePerson(
  tx: EntityManager,
  member: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, CLEAR_RESPONSIBLE_PERSON, [member.organizationId, member.userId]);
}

/** Products stay without a team when it is deleted. */
export async function clearTeamOfProducts(tx: EntityManager, { organizationId, id }: Team): Promise<void> {
  await query(tx, CLEAR_TEAM_OF_PRODUCTS, [organizationId, id]);
}
