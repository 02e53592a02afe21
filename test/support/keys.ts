import type { Service } from './service.js';

/**
 * Checks what no foreign key holds: a key that is limited to a product is of the product's organization, and goes with
 * the product.
 * @throws Error where it is not so
 */
export async function checkKeys({ database }: Pick<Service, 'database'>): Promise<void> {
  const strays = await database.query<{ id: string }[]>(
    `SELECT k.id FROM api_keys k LEFT JOIN products p ON p.organization_id = k.organization_id AND p.id = k.product_id
     WHERE k.product_id IS NOT NULL AND p.id IS NULL`,
  );
  if (strays.length > 0)
    throw new Error(`Keys are limited to products that their organization does not have: ${JSON.stringify(strays)}`);
}
