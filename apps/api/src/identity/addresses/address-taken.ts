import type { EntityManager } from 'typeorm';

/** Whether an account has this address, or one could get it back; of `except`, its own account does not count. */
export async function isAddressTaken(tx: EntityManager, email: string, except: string | null = null): Promise<boolean> {
  const found = await tx.query<unknown[]>(
    `SELECT 1 FROM users WHERE email = $1 AND id IS DISTINCT FROM $2::uuid
     UNION ALL SELECT 1 FROM address_changes WHERE former_email = $1 AND held_until > now() AND user_id IS DISTINCT FROM $2::uuid`,
    [email, except],
  );
  return found.length > 0;
}
