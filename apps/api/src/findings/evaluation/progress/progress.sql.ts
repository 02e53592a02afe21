import { sql, type Uuid } from '#libs/database';

/** Who has decided how many outcomes. */
export const DECIDED_BY = sql<
  [organizationId: Uuid, auditId: Uuid],
  { userId: Uuid | null; name: string; decided: number }
>(`
  SELECT user_id AS "userId", max(user_name) AS name, count(*)::int AS decided FROM audit_outcomes
  WHERE organization_id = $1 AND audit_id = $2 AND outcome <> 'untested' AND user_name IS NOT NULL
  GROUP BY user_id, CASE WHEN user_id IS NULL THEN user_name END ORDER BY decided DESC, name`);
