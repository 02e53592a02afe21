import type { EntityManager } from 'typeorm';

/** The ids of the requirements of a group and of those within it; undefined where the standard has no such group. */
export async function groupRequirements(
  tx: EntityManager,
  standardId: string | null,
  groupId: string,
): Promise<string[] | undefined> {
  const [row] = await tx.query<[{ ids: string[] }?]>(
    `WITH RECURSIVE within AS (
       SELECT id FROM requirement_groups WHERE standard_id = $1 AND id = $2
       UNION SELECT g.id FROM requirement_groups g JOIN within ON g.parent_id = within.id)
     SELECT ARRAY(SELECT r.id FROM requirements r WHERE r.group_id IN (SELECT id FROM within) ORDER BY r.sort_order, r.id) AS ids
     WHERE EXISTS (SELECT FROM within)`,
    [standardId, groupId],
  );
  return row?.ids;
}
