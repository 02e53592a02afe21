import { query } from '#libs/database';
import { isStorable } from '#libs/fields';
import { isId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { ID_OF_NAME } from './organizations.sql.js';

/**
 * The id of the organization that a path names by its id, its slug or a former one; undefined where it can be none. An
 * id is taken as it is, and wins over a slug that looks like one.
 */
export async function organizationOfPath(
  tx: Pick<EntityManager, 'query'>,
  idOrSlug: string,
): Promise<string | undefined> {
  if (isId(idOrSlug)) return idOrSlug.toLowerCase();
  if (!isStorable(idOrSlug)) return undefined;
  const [organization] = await query(tx, ID_OF_NAME, [idOrSlug]);
  return organization?.id ?? undefined;
}
