import { sql, type Uuid } from '#libs/database';
import { namedId } from '../../platform/work/named-record.js';
import type { StandardDto } from './dto/standard.dto.js';

/** A standard with its levels. */
export type ReadStandard = StandardDto & { revision: number };

/** The standards that an organization can use. */
const USABLE = `
  SELECT s.id, s.name, s.slug, s.description, s.source, s.source = 'custom' AS editable,
    s.organization_id AS "organizationId", s.cumulative,
    s.revision, s.created_at AS "createdAt", s.updated_at AS "updatedAt",
    (SELECT coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'description', l.description, 'sortOrder',
      l.sort_order)
       ORDER BY l.sort_order), '[]') FROM standard_levels l WHERE l.standard_id = s.id) AS levels
  FROM standards s WHERE (s.organization_id IS NULL OR s.organization_id = $1)`;

/** Built-in standards first. */
export const LIST = sql<[organizationId: Uuid], ReadStandard>(`${USABLE}
  ORDER BY s.organization_id IS NOT NULL, lower(s.name) , s.id`);

/**
 * In SQL the id of the standard that an organization names by its id, its slug or a former slug; an own one takes
 * precedence over a built-in one with the same slug.
 */
export const namedStandard = (organizationId: string, name: string): string =>
  namedId(
    (condition) =>
      `(SELECT named.id FROM standards named
        WHERE (named.organization_id IS NULL OR named.organization_id = ${organizationId}) AND ${condition}
      ORDER BY named.organization_id IS NULL LIMIT 1)`,
    name,
  );

export const READ = sql<[organizationId: Uuid, name: string], ReadStandard>(
  `${USABLE} AND s.id = ${namedStandard('$1', '$2')}`,
);

/** The id of the standard of this name, if there is one. */
export const ID_OF_STANDARD = sql<[organizationId: Uuid, name: string], { id: Uuid | null }>(
  `SELECT ${namedStandard('$1', '$2')} AS id`,
);

/** A standard and a level that a record copies from its product or organization. */
export interface InheritedConformance {
  standardId: string | null;
  conformanceLevelId: string | null;
}

/** They without what has been removed. */
export const WITHOUT_REMOVED = sql<[standardId: Uuid | null, conformanceLevelId: Uuid | null], InheritedConformance>(`
  SELECT (SELECT id FROM standards WHERE id = $1) AS "standardId",
    (SELECT id FROM standard_levels WHERE id = $2) AS "conformanceLevelId"`);

/** How many groups and requirements a standard has. */
export const COUNT_ENTRIES = sql<[standardId: Uuid], { entries: number }>(`
  SELECT ((SELECT count(*) FROM requirement_groups WHERE standard_id = $1)
    + (SELECT count(*) FROM requirements WHERE standard_id = $1))::int AS entries`);

export const NEXT_PLACE = sql<[standardId: Uuid], { next: number }>(
  'SELECT coalesce(max(sort_order) + 1, 0) AS next FROM requirements WHERE standard_id = $1',
);

export const COUNT_REVISION = sql<[id: Uuid]>('UPDATE standards SET revision = revision + 1 WHERE id = $1');

/** Requirements lose levels that are deleted. */
export const CLEAR_LEVELS = sql<[standardId: Uuid, levelIds: readonly Uuid[]]>(`
  UPDATE requirements SET level_id = NULL, revision = revision + 1
  WHERE standard_id = $1 AND level_id = ANY ($2::uuid[])`);

// The id of a copied row is derived from the old id and the copy's id (SHA-256 in the form of a UUID), so that
// references between copied rows need no look-up.
const copiedId = (column: string): string =>
  `encode(overlay(overlay(substring(sha256(convert_to(${column}::text || $2::text, 'UTF8')) for 16)
     placing set_byte('\\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(${column}::text || $2::text, 'UTF8')), 6) % 16) from 7 for 1)
     placing set_byte('\\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(${column}::text || $2::text, 'UTF8')), 8) % 64) from 9 for 1), 'hex')::uuid`;

export const COPY_LEVELS = sql<[standardId: Uuid, copyId: Uuid]>(`
  INSERT INTO standard_levels (id, standard_id, name, description, sort_order)
  SELECT ${copiedId('id')}, $2::uuid, name, description, sort_order FROM standard_levels WHERE standard_id = $1`);

export const COPY_GROUPS = sql<[standardId: Uuid, copyId: Uuid]>(`
  INSERT INTO requirement_groups (id, standard_id, parent_id, name, description, sort_order)
  SELECT ${copiedId('id')}, $2::uuid, CASE WHEN parent_id IS NOT NULL THEN ${copiedId('parent_id')} END, name,
    description, sort_order
  FROM requirement_groups WHERE standard_id = $1`);

export const COPY_REQUIREMENTS = sql<[standardId: Uuid, copyId: Uuid]>(`
  INSERT INTO requirements (id, standard_id, group_id, level_id, name, description, url, procedure, versions,
    ai_testable, metadata, sort_order)
  SELECT ${copiedId('id')}, $2::uuid, CASE WHEN group_id IS NOT NULL THEN ${copiedId('group_id')} END,
    CASE WHEN level_id IS NOT NULL THEN ${copiedId('level_id')} END, name, description, url, procedure,
      versions, ai_testable, metadata, sort_order
  FROM requirements WHERE standard_id = $1`);
