import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { REQUIREMENTS_OF_GROUP } from './verdicts.sql.js';

/** The ids of the requirements of a group and of those within it; undefined where no standard has such a group. */
export async function groupRequirements(
  tx: EntityManager,
  standardIds: readonly string[],
  groupId: string,
): Promise<string[] | undefined> {
  const [row] = await query(tx, REQUIREMENTS_OF_GROUP, [standardIds, groupId]);
  return row?.ids;
}
