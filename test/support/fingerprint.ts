import type { Service } from './service.js';

/**
 * Everything that an organization and its product have, as one fingerprint; tables that the test itself writes may be
 * left out.
 */
export async function fingerprint(
  { database }: Service,
  { organizationId, productId }: { organizationId: string; productId: string },
  except: readonly string[] = [],
): Promise<string> {
  const tables = await database.query<{ name: string; columns: string[] }[]>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name IN ('organization_id', 'product_id')
       AND table_name <> ALL ($1) GROUP BY 1 ORDER BY 1`,
    [except],
  );
  const sums = [];
  for (const { name, columns } of tables) {
    const theirs = columns.map((column) => `${column} = '${column === 'product_id' ? productId : organizationId}'`);
    sums.push(
      await database.query(
        `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM ${name} t WHERE ${theirs.join(' OR ')}`,
      ),
    );
  }
  return JSON.stringify(sums);
}
