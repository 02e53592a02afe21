import type { EntityManager } from 'typeorm';
import { deactivateTeamForAll } from '../../identity/sessions/active-organization.js';
import type { Team } from './team.entity.js';

/**
 * Members, invitations and sessions lose a team that is about to be deleted. Call with its organization locked: nobody
 * joins it meanwhile; the team is locked here, so that nobody makes it their active one.
 */
export async function clearTeam(tx: EntityManager, { id, organizationId }: Team): Promise<void> {
  await tx.query('SELECT 1 FROM teams WHERE id = $1 FOR UPDATE', [id]);
  await tx.query('UPDATE members SET team_id = NULL WHERE organization_id = $1 AND team_id = $2', [organizationId, id]);
  await tx.query('UPDATE invitations SET team_id = NULL WHERE organization_id = $1 AND team_id = $2', [
    organizationId,
    id,
  ]);
  await deactivateTeamForAll(tx, id);
}
