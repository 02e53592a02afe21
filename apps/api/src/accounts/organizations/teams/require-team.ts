import { unknownReference } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { Team } from './team.entity.js';

/** That a team which a request names is of the organization. @param path where it names it: a JSON pointer */
export async function requireTeam(
  tx: EntityManager,
  organizationId: string,
  id: string | null | undefined,
  path: string,
): Promise<void> {
  if (id && !(await tx.existsBy(Team, { organizationId, id }))) throw unknownReference(path, 'team', id);
}
