import type { EntityManager } from 'typeorm';

/**
 * Whether another account than `except` has this address, or can still restore it. Who gives an account an address asks once more after the
 * row is written, and so after the wait for whoever gave the address up meanwhile: only then is seen that it is held.
 */
export async function isAddressTaken(tx: EntityManager, email: string, except: string | null = null): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT 1 FROM users WHERE email = $1 AND id IS DISTINCT FROM $2::uuid
     UNION ALL SELECT 1 FROM address_changes WHERE former_email = $1 AND held_until > now() AND user_id IS DISTINCT FROM $2::uuid`,
    [email, except],
  );
  return rows.length > 0;
}
