-- The statements of ingest, as they are sent. Written by `npm run sql`.

-- SHARE_AREAS
--   Keeps areas of a product, by their ids or slugs, from being deleted.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 names: text[]
--   $4 ids: uuid[]
--   returns id uuid, slug text, formerSlugs text[]
SELECT id, slug, former_slugs AS "formerSlugs" FROM areas
WHERE organization_id = $1 AND product_id = $2 AND (slug = ANY ($3::text[]) OR former_slugs && $3::text[]
  OR id = ANY ($4::uuid[]))
ORDER BY id FOR KEY SHARE;
