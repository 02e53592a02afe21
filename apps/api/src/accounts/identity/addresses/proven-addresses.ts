import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { PROVEN_ADDRESSES } from '../identity.sql.js';

/** The addresses that a person has verified, the former ones included unless they are another account's by now. */
export async function provenAddresses(tx: EntityManager, userId: string): Promise<string[]> {
  const rows = await query(tx, PROVEN_ADDRESSES, [userId]);
  return rows.map(({ email }) => email);
}
