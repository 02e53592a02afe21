import { sql, type Uuid } from '#libs/database';

/** Keeps areas of a product from being deleted. */
export const SHARE_AREAS = sql<
  [organizationId: Uuid, productId: Uuid, slugs: readonly string[]],
  { id: Uuid; slug: string }
>(`
  SELECT id, slug FROM areas
  WHERE organization_id = $1 AND product_id = $2 AND slug = ANY ($3::text[]) ORDER BY id FOR KEY SHARE`);
