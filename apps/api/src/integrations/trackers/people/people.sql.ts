import { sql, type Uuid } from '#libs/database';

/** The members who have verified one of these addresses. */
export const MEMBERS_BY_ADDRESS = sql<
  [organizationId: Uuid, addresses: readonly string[]],
  { userId: Uuid; address: string }
>(`
  SELECT m.user_id AS "userId", u.email AS address FROM members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND u.email = ANY ($2::text[]) AND u.email_verified ORDER BY u.email`);
