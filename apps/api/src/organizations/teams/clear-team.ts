import type { EntityManager } from 'typeorm';
import { deactivateTeamForAll } from '../../identity/sessions/active-organization.js';
import type { Team } from './team.entity.js';

/**
 * Clears a team that is about to be deleted from members, invitations and sessions. Call with its organization locked,
 * so that nobody can join it. Where somebody makes it active meanwhile, the deletion is tried again.
 */
export async function clearTeam(tx: EntityManager, { id, organizationId }: Team): Promise<void> {
  await tx.query('UPDATE members SET team_id = NULL WHERE organization_id = $1 AND team_id = $2', [organizationId, id]);
  await tx.query('UPDATE invitations SET team_id = NULL WHERE organization_id = $1 AND team_id = $2', [
    organizationId,
    id,
  ]);
  await deactivateTeamForAll(tx, id);
}
