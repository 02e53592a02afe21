/** Whether a product or an area is active: not archived. Lists of the organization show it, and records can be added. */
export const active = ({ archivedAt }: { archivedAt: Date | null }): boolean => archivedAt === null;

/** The same in SQL, of a row of `products` or `areas` under this alias. */
export const isActive = (alias: string): string => `${alias}.archived_at IS NULL`;

/** In SQL: whether the product of the record under this alias is active. */
export const ofActiveProduct = (record: string): string => `EXISTS (
  SELECT FROM products p
  WHERE p.organization_id = ${record}.organization_id AND p.id = ${record}.product_id AND ${isActive('p')})`;
