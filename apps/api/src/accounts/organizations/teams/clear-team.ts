import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { deactivateTeamForAll } from '../../identity/sessions/active-organization.js';
import { CLEAR_TEAM_OF_INVITATIONS, CLEAR_TEAM_OF_MEMBERS } from '../organizations.sql.js';
import type { Team } from './team.entity.js';

/**
 * Clears a team that is about to be deleted from members, invitations and sessions. Call with its organization locked,
 * so that nobody can join it. Where somebody makes it active meanwhile, the deletion is tried again.
 */
export async function clearTeam(tx: EntityManager, { id, organizationId }: Team): Promise<void> {
  await query(tx, CLEAR_TEAM_OF_MEMBERS, [organizationId, id]);
  await query(tx, CLEAR_TEAM_OF_INVITATIONS, [organizationId, id]);
  await deactivateTeamForAll(tx, id);
}
