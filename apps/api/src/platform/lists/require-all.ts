import { unknownReferences } from '#libs/errors';
import { type EntityManager, type EntityTarget, type FindOptionsWhere, In } from 'typeorm';

/**
 * Loads rows by the ids of a request in one statement, or throws 400 with every missing id. `where` keeps them within
 * the caller's reach; `pointer` is where the ids stand in the request.
 */
export async function requireAll<T extends { id: string }>(
  tx: EntityManager,
  entity: EntityTarget<T>,
  ids: readonly string[],
  options: { where?: FindOptionsWhere<T>; pointer: string; what: string },
): Promise<T[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const rows = await tx.findBy(entity, { ...options.where, id: In(wanted) } as FindOptionsWhere<T>);
  const existing = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !existing.has(id.toLowerCase()));
  if (missing.length > 0) throw unknownReferences(options.pointer, missing, ids, options.what);
  return rows;
}
