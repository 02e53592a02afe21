import type { EntityManager } from 'typeorm';

/** The addresses that a person has verified, the former ones included unless they are another account's by now. */
export async function provenAddresses(tx: EntityManager, userId: string): Promise<string[]> {
  const rows = await tx.query<{ email: string }[]>(
    `SELECT email FROM users WHERE id = $1 AND email_verified
     UNION SELECT a.former_email FROM address_changes a
     WHERE a.user_id = $1 AND a.former_verified AND a.confirmed_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM users u WHERE u.email = a.former_email AND u.id <> $1)`,
    [userId],
  );
  return rows.map(({ email }) => email);
}
