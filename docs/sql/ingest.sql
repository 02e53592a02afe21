-- The statements of ingest, as they are sent. Written by `npm run sql`.

-- SHARE_AREAS
--   Keeps areas of a product from being deleted.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 slugs: text[]
--   returns id uuid, slug text
SELECT id, slug FROM areas
WHERE organization_id = $1 AND product_id = $2 AND slug = ANY ($3::text[]) ORDER BY id FOR KEY SHARE;
