import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { CREDENTIAL } from './account.entity.js';
import { STATE_OF_ADDRESS } from './identity.sql.js';

/** Whether an address has no account (`new`), or an account with or without a password. */
type AccountState = 'new' | 'password' | 'no-password';

/** The account state of an address; call it only for an address that the person has verified. */
export async function accountStateOf(tx: EntityManager, email: string): Promise<AccountState> {
  const [found] = await query(tx, STATE_OF_ADDRESS, [email, CREDENTIAL]);
  return found ? (found.password ? 'password' : 'no-password') : 'new';
}
