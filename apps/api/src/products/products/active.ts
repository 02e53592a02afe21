/**
 * Whether a product or an area is active: not archived. Lists of the organization show it, and records can be added.
 */
export const active = ({ archivedAt }: { archivedAt: Date | null }): boolean => archivedAt === null;

/** The same in SQL, of a row of `products` or `areas` under this alias. */
export const isActive = (alias: string): string => `${alias}.archived_at IS NULL`;
