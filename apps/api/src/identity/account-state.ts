import type { EntityManager } from 'typeorm';
import { CREDENTIAL } from './account.entity.js';

/** Whether an address has no account (`new`), or an account with or without a password. */
type AccountState = 'new' | 'password' | 'no-password';

/** The account state of an address; call it only for an address that the person has verified. */
export async function accountStateOf(tx: EntityManager, email: string): Promise<AccountState> {
  const [found] = await tx.query<{ password: boolean }[]>(
    `SELECT EXISTS (SELECT FROM accounts WHERE user_id = u.id AND provider = $2 AND password_hash IS NOT NULL) AS password
     FROM users u WHERE u.email = $1`,
    [email, CREDENTIAL],
  );
  return found ? (found.password ? 'password' : 'no-password') : 'new';
}
