import type { Service } from './service.js';

/** What is limited to a product without a foreign key. */
const LIMITED = ['api_keys', 'trusted_publishers', 'ingest_passes'];

/**
 * Checks what no foreign key holds: keys, trusted publishers and the passes of their pipelines that are limited to a
 * product are of the product's organization, and go with the product; a pass is of its publisher's product.
 * @throws Error where it is not so
 */
export async function checkKeys({ database }: Pick<Service, 'database'>): Promise<void> {
  const ofOthers = `SELECT 'ingest_passes' AS "table", k.id FROM ingest_passes k JOIN trusted_publishers p ON p.id = k.publisher_id
    WHERE (k.organization_id, k.product_id) <> (p.organization_id, p.product_id)`;
  const ofNone = LIMITED.map(
    (table) => `SELECT '${table}', k.id FROM ${table} k
      LEFT JOIN products p ON p.organization_id = k.organization_id AND p.id = k.product_id
      WHERE k.product_id IS NOT NULL AND p.id IS NULL`,
  );
  const strays = await database.query<object[]>([ofOthers, ...ofNone].join(' UNION ALL '));
  if (strays.length > 0)
    throw new Error(`These are limited to products that their organization does not have: ${JSON.stringify(strays)}`);
}
