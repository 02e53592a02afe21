import type { Settings } from '#libs/config';
import type { EntityManager } from 'typeorm';
import { signUpClosed } from './errors.js';

/** Held while the first account of an installation is made, so that only one becomes the first. */
const FIRST_ACCOUNT_LOCK = 4_208_190_302;

/** Where sign-up is closed, only the first account and invited people get in. */
export async function requireOpenFor(tx: EntityManager, { signUp }: Settings, email: string): Promise<void> {
  if (signUp === 'open') return;
  await tx.query('SELECT pg_advisory_xact_lock($1)', [FIRST_ACCOUNT_LOCK]);
  const [{ allowed }] = await tx.query<[{ allowed: boolean }]>(
    `SELECT NOT EXISTS (SELECT FROM users)
       OR EXISTS (SELECT FROM invitations WHERE email = $1 AND status = 'pending' AND expires_at > now()) AS allowed`,
    [email],
  );
  if (!allowed) throw signUpClosed();
}
