import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { HOLDERS_OF_ADDRESS } from '../identity.sql.js';

/**
 * Whether another account than `except` has this address, or can still restore it. Who gives an account an address asks
 * once more after the row is written, and so after the wait for whoever gave the address up meanwhile: only then is
 * seen that it is held.
 */
export async function isAddressTaken(tx: EntityManager, email: string, except: string | null = null): Promise<boolean> {
  return (await query(tx, HOLDERS_OF_ADDRESS, [email, except])).length > 0;
}
