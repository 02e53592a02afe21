-- The statements of settings, as they are sent. Written by `npm run sql`.

-- STANDARD_WITH_LEVEL
--   $1 standardId: uuid
--   $2 levelId: uuid
--   returns id uuid, name text, slug text, levelId uuid, levelName text
SELECT s.id, s.name, s.slug, l.id AS "levelId", l.name AS "levelName"
FROM standards s LEFT JOIN standard_levels l ON l.standard_id = s.id AND l.id = $2 WHERE s.id = $1;
