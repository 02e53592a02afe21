-- The statements of settings, as they are sent. Written by `npm run sql`.

-- STANDARD_IN_FORCE
--   $1 organizationId: uuid
--   $2 standardId: uuid
--   $3 levelId: uuid
--   returns id uuid, name text, slug text, levelId uuid, levelName text, legalDisclaimer text
SELECT s.id, s.name, s.slug, l.id AS "levelId", l.name AS "levelName", o.legal_disclaimer AS "legalDisclaimer"
FROM standards s LEFT JOIN standard_levels l ON l.standard_id = s.id AND l.id = $3
LEFT JOIN organizations o ON o.id = $1
WHERE s.id = $2;
