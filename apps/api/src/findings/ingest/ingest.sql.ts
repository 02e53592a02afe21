import { sql, type Uuid } from '#libs/database';

/** Keeps areas of a product, by their ids or slugs, from being deleted. */
export const SHARE_AREAS = sql<
  [organizationId: Uuid, productId: Uuid, names: readonly string[], ids: readonly Uuid[]],
  { id: Uuid; slug: string; formerSlugs: string[] }
>(`
  SELECT id, slug, former_slugs AS "formerSlugs" FROM areas
  WHERE organization_id = $1 AND product_id = $2 AND (slug = ANY ($3::text[]) OR former_slugs && $3::text[]
    OR id = ANY ($4::uuid[]))
  ORDER BY id FOR KEY SHARE`);
