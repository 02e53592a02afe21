-- The statements of standards, as they are sent. Written by `npm run sql`.

-- LIST
--   Built-in standards first.
--   $1 organizationId: uuid
--   returns id uuid, name text, slug text, description text, source text, editable boolean, organizationId uuid, cumulative boolean, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, levels json
SELECT s.id, s.name, s.slug, s.description, s.source, s.source = 'custom' AS editable,
  s.organization_id AS "organizationId", s.cumulative,
  s.revision, s.created_at AS "createdAt", s.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'description', l.description, 'sortOrder',
    l.sort_order)
     ORDER BY l.sort_order), '[]') FROM standard_levels l WHERE l.standard_id = s.id) AS levels
FROM standards s WHERE (s.organization_id IS NULL OR s.organization_id = $1)
ORDER BY s.organization_id IS NOT NULL, lower(s.name) , s.id;

-- READ
--   $1 organizationId: uuid
--   $2 name: text
--   returns id uuid, name text, slug text, description text, source text, editable boolean, organizationId uuid, cumulative boolean, revision integer, createdAt timestamp with time zone, updatedAt timestamp with time zone, levels json
SELECT s.id, s.name, s.slug, s.description, s.source, s.source = 'custom' AS editable,
  s.organization_id AS "organizationId", s.cumulative,
  s.revision, s.created_at AS "createdAt", s.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'description', l.description, 'sortOrder',
    l.sort_order)
     ORDER BY l.sort_order), '[]') FROM standard_levels l WHERE l.standard_id = s.id) AS levels
FROM standards s WHERE (s.organization_id IS NULL OR s.organization_id = $1) AND s.id = coalesce(
  (SELECT named.id FROM standards named
      WHERE (named.organization_id IS NULL OR named.organization_id = $1) AND named.id = substring($2::text, '(?i)^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid
    ORDER BY named.organization_id IS NULL LIMIT 1),
  (SELECT named.id FROM standards named
      WHERE (named.organization_id IS NULL OR named.organization_id = $1) AND named.slug = $2::text
    ORDER BY named.organization_id IS NULL LIMIT 1),
  (SELECT named.id FROM standards named
      WHERE (named.organization_id IS NULL OR named.organization_id = $1) AND named.former_slugs @> ARRAY[$2::text] AND named.former_slugs <> '{}'
    ORDER BY named.organization_id IS NULL LIMIT 1));

-- ID_OF_STANDARD
--   The id of the standard of this name, if there is one.
--   $1 organizationId: uuid
--   $2 name: text
--   returns id uuid
SELECT coalesce(
(SELECT named.id FROM standards named
    WHERE (named.organization_id IS NULL OR named.organization_id = $1) AND named.id = substring($2::text, '(?i)^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid
  ORDER BY named.organization_id IS NULL LIMIT 1),
(SELECT named.id FROM standards named
    WHERE (named.organization_id IS NULL OR named.organization_id = $1) AND named.slug = $2::text
  ORDER BY named.organization_id IS NULL LIMIT 1),
(SELECT named.id FROM standards named
    WHERE (named.organization_id IS NULL OR named.organization_id = $1) AND named.former_slugs @> ARRAY[$2::text] AND named.former_slugs <> '{}'
  ORDER BY named.organization_id IS NULL LIMIT 1)) AS id;

-- WITHOUT_REMOVED
--   They without what has been removed.
--   $1 standardId: uuid
--   $2 conformanceLevelId: uuid
--   returns standardId uuid, conformanceLevelId uuid
SELECT (SELECT id FROM standards WHERE id = $1) AS "standardId",
  (SELECT id FROM standard_levels WHERE id = $2) AS "conformanceLevelId";

-- COUNT_ENTRIES
--   How many groups and requirements a standard has.
--   $1 standardId: uuid
--   returns entries integer
SELECT ((SELECT count(*) FROM requirement_groups WHERE standard_id = $1)
  + (SELECT count(*) FROM requirements WHERE standard_id = $1))::int AS entries;

-- NEXT_PLACE
--   $1 standardId: uuid
--   returns next integer
SELECT coalesce(max(sort_order) + 1, 0) AS next FROM requirements WHERE standard_id = $1;

-- COUNT_REVISION
--   $1 id: uuid
UPDATE standards SET revision = revision + 1 WHERE id = $1;

-- CLEAR_LEVELS
--   Requirements lose levels that are deleted.
--   $1 standardId: uuid
--   $2 levelIds: uuid[]
UPDATE requirements SET level_id = NULL, revision = revision + 1
WHERE standard_id = $1 AND level_id = ANY ($2::uuid[]);

-- COPY_LEVELS
--   $1 standardId: uuid
--   $2 copyId: text
INSERT INTO standard_levels (id, standard_id, name, description, sort_order)
SELECT encode(overlay(overlay(substring(sha256(convert_to(id::text || $2::text, 'UTF8')) for 16)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(id::text || $2::text, 'UTF8')), 6) % 16) from 7 for 1)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(id::text || $2::text, 'UTF8')), 8) % 64) from 9 for 1), 'hex')::uuid, $2::uuid, name, description, sort_order FROM standard_levels WHERE standard_id = $1;

-- COPY_GROUPS
--   $1 standardId: uuid
--   $2 copyId: text
INSERT INTO requirement_groups (id, standard_id, parent_id, name, description, sort_order)
SELECT encode(overlay(overlay(substring(sha256(convert_to(id::text || $2::text, 'UTF8')) for 16)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(id::text || $2::text, 'UTF8')), 6) % 16) from 7 for 1)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(id::text || $2::text, 'UTF8')), 8) % 64) from 9 for 1), 'hex')::uuid, $2::uuid, CASE WHEN parent_id IS NOT NULL THEN encode(overlay(overlay(substring(sha256(convert_to(parent_id::text || $2::text, 'UTF8')) for 16)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(parent_id::text || $2::text, 'UTF8')), 6) % 16) from 7 for 1)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(parent_id::text || $2::text, 'UTF8')), 8) % 64) from 9 for 1), 'hex')::uuid END, name,
  description, sort_order
FROM requirement_groups WHERE standard_id = $1;

-- COPY_REQUIREMENTS
--   $1 standardId: uuid
--   $2 copyId: text
INSERT INTO requirements (id, standard_id, group_id, level_id, name, description, url, procedure, versions,
  ai_testable, metadata, sort_order)
SELECT encode(overlay(overlay(substring(sha256(convert_to(id::text || $2::text, 'UTF8')) for 16)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(id::text || $2::text, 'UTF8')), 6) % 16) from 7 for 1)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(id::text || $2::text, 'UTF8')), 8) % 64) from 9 for 1), 'hex')::uuid, $2::uuid, CASE WHEN group_id IS NOT NULL THEN encode(overlay(overlay(substring(sha256(convert_to(group_id::text || $2::text, 'UTF8')) for 16)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(group_id::text || $2::text, 'UTF8')), 6) % 16) from 7 for 1)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(group_id::text || $2::text, 'UTF8')), 8) % 64) from 9 for 1), 'hex')::uuid END,
  CASE WHEN level_id IS NOT NULL THEN encode(overlay(overlay(substring(sha256(convert_to(level_id::text || $2::text, 'UTF8')) for 16)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(level_id::text || $2::text, 'UTF8')), 6) % 16) from 7 for 1)
   placing set_byte('\x00'::bytea, 0, 128 + get_byte(sha256(convert_to(level_id::text || $2::text, 'UTF8')), 8) % 64) from 9 for 1), 'hex')::uuid END, name, description, url, procedure,
    versions, ai_testable, metadata, sort_order
FROM requirements WHERE standard_id = $1;
