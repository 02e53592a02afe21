import { sql, type Uuid } from '#libs/database';

/** How many monitors a product has. */
export const COUNT_MONITORS = sql<[organizationId: Uuid, productId: Uuid], { count: number }>(
  'SELECT count(*)::int AS count FROM monitors WHERE organization_id = $1 AND product_id = $2',
);

/** Monitors whose time has come, of products that are not archived, the longest overdue first. */
export const DUE_MONITORS = sql<
  [limit: number],
  { organizationId: Uuid; id: Uuid }
>(`/* all organizations: due_monitors */
  SELECT m.organization_id AS "organizationId", m.id
  FROM monitors m JOIN products p ON p.organization_id = m.organization_id AND p.id = m.product_id AND p.archived_at IS NULL
  WHERE m.next_at <= now() AND m.state = 'on' ORDER BY m.next_at LIMIT $1`);

/** Sets when monitors are due next; they are not changed by people. */
export const SET_NEXT = sql<[organizationId: Uuid, ids: readonly Uuid[], nextAt: readonly (string | null)[]]>(`
  UPDATE monitors m SET next_at = given.next_at
  FROM unnest($2::uuid[], $3::timestamptz[]) AS given(id, next_at) WHERE m.organization_id = $1 AND m.id = given.id`);

/** Counts how many runs of a monitor have failed, one after the other. */
export const COUNT_FAILURES = sql<[organizationId: Uuid, id: Uuid, hasFailed: boolean], { failures: number }>(`
  UPDATE monitors SET failures = CASE WHEN $3 THEN failures + 1 ELSE 0 END
  WHERE organization_id = $1 AND id = $2 RETURNING failures`);
