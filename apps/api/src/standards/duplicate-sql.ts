// The id of a copied row is derived from the old id and the copy's id (SHA-256 in the form of a UUID), so that
// references between copied rows need no look-up.
const copiedId = (column: string): string =>
  `encode(overlay(overlay(substring(sha256(convert_to(${column}::text || $2::text, 'UTF8')) for 16)
     placing set_byte('\\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(${column}::text || $2::text, 'UTF8')), 6) % 16) from 7 for 1)
     placing set_byte('\\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(${column}::text || $2::text, 'UTF8')), 8) % 64) from 9 for 1), 'hex')::uuid`;

/** Copies levels, groups and requirements of standard $1 into standard $2. */
export const DUPLICATE: readonly string[] = [
  `INSERT INTO standard_levels (id, standard_id, name, description, sort_order)
   SELECT ${copiedId('id')}, $2::uuid, name, description, sort_order FROM standard_levels WHERE standard_id = $1`,
  `INSERT INTO requirement_groups (id, standard_id, parent_id, name, description, sort_order)
   SELECT ${copiedId('id')}, $2::uuid, CASE WHEN parent_id IS NOT NULL THEN ${copiedId('parent_id')} END, name, description, sort_order
   FROM requirement_groups WHERE standard_id = $1`,
  `INSERT INTO requirements (id, standard_id, group_id, level_id, name, description, url, versions, ai_testable, metadata, sort_order)
   SELECT ${copiedId('id')}, $2::uuid, CASE WHEN group_id IS NOT NULL THEN ${copiedId('group_id')} END,
     CASE WHEN level_id IS NOT NULL THEN ${copiedId('level_id')} END, name, description, url, versions, ai_testable, metadata, sort_order
   FROM requirements WHERE standard_id = $1`,
];
