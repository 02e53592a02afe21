import { sql, type Uuid } from '#libs/database';
import { isShown, type NotificationRow, SHOWN_COLUMNS } from '../notifications.sql.js';

/** What people were told in the last seconds, also again: several that are one have one id, and the newest moment. */
export const RECENT_NOTIFICATIONS = sql<
  [userIds: readonly Uuid[], seconds: number],
  { userId: Uuid; id: Uuid; at: Date }
>(`
  SELECT n.user_id AS "userId", n.id, n.at FROM notifications n
  WHERE n.user_id = ANY ($1::uuid[]) AND n.at > now() - make_interval(secs => $2)
  ORDER BY n.at, n.id`);

/** What a person was told behind one of them, the oldest first. */
export const NOTIFICATIONS_SINCE = sql<
  [userId: Uuid, at: Date, id: Uuid, limit: number],
  { userId: Uuid; id: Uuid; at: Date }
>(`
  SELECT n.user_id AS "userId", n.id, n.at FROM notifications n
  WHERE n.user_id = $1 AND (n.at, n.id) > ($2::timestamptz, $3::uuid) ORDER BY n.at, n.id LIMIT $4::int`);

/** Who reads, and what their sessions have shown. */
type Readers = [
  userIds: readonly Uuid[],
  passedFactor: readonly boolean[],
  providerOrganizationIds: readonly (Uuid | null)[],
];
const GIVEN = { passedFactor: 'given.passed', providerOrganizationId: 'given.provider' };

/** What is shown to several readers, each with one notification, the oldest first. */
export const SHOWN_TO = sql<
  [...Readers, places: readonly number[], ids: readonly Uuid[]],
  NotificationRow & { place: number }
>(`
  SELECT given.place, ${SHOWN_COLUMNS}
  FROM unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::int[], $5::uuid[]) AS given(user_id, passed, provider, place, id)
    JOIN notifications n ON n.user_id = given.user_id AND n.id = given.id
    JOIN organizations o ON o.id = n.organization_id
  WHERE ${isShown(GIVEN)} ORDER BY n.at, n.id`);

/** How many several readers have not read, by organization. */
export const UNREAD_OF = sql<
  [...Readers, places: readonly number[]],
  { place: number; organizationId: Uuid; unread: number }
>(`
  SELECT given.place, n.organization_id AS "organizationId", count(*)::int AS unread
  FROM unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::int[]) AS given(user_id, passed, provider, place)
    JOIN notifications n ON n.user_id = given.user_id AND n.read_at IS NULL
    JOIN organizations o ON o.id = n.organization_id
  WHERE ${isShown(GIVEN)} GROUP BY 1, 2 ORDER BY 1, 2`);

/** Those of some sessions that still let their people in. */
export const ALIVE = sql<[ids: readonly Uuid[]], { id: Uuid }>(`
  SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = ANY ($1::uuid[]) AND s.expires_at > now() AND u.disabled_at IS NULL`);
