import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { ADMIN_ADDRESSES } from './members.sql.js';

/** The proven addresses of those who manage an organization. */
export async function adminAddresses(tx: EntityManager, organizationId: string): Promise<string[]> {
  return (await query(tx, ADMIN_ADDRESSES, [organizationId])).map(({ email }) => email);
}
