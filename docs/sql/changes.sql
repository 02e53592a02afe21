-- The statements of changes, as they are sent. Written by `npm run sql`.

-- PLACE
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns id uuid, at timestamp with time zone, position bigint
SELECT id, at, position FROM events WHERE organization_id = $1 AND id = $2;

-- BEGINNING
--   When the organization was made, and when the first event happened that it still has; null: it has none.
--   $1 organizationId: uuid
--   returns madeAt timestamp with time zone, firstAt timestamp with time zone
SELECT o.created_at AS "madeAt", (SELECT min(e.at) FROM events e WHERE e.organization_id = $1) AS "firstAt"
FROM organizations o WHERE o.id = $1;
