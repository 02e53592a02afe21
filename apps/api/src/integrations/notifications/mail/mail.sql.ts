import { sql, type Uuid } from '#libs/database';
import { isShown, type NotificationRow, SHOWN_COLUMNS } from '../notifications.sql.js';

/** Notes when these are to be mailed. */
export const MAIL_LATER = sql<[userIds: readonly Uuid[], ids: readonly Uuid[], moments: readonly Date[]]>(`
  UPDATE notifications n SET mail_at = given.at
  FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS given(user_id, id, at)
  WHERE n.user_id = given.user_id AND n.id = given.id`);

/** Nothing is mailed to who is kept out, or to an address that nobody has verified. */
export const MAIL_NOTHING = sql<[]>(`
  UPDATE notifications n SET mail_at = NULL FROM users u
  WHERE n.mail_at <= now() AND u.id = n.user_id AND (NOT u.email_verified OR u.disabled_at IS NOT NULL)`);

/** People to whom something is to be mailed now, but for those who had that many of these mails within the hour. */
export const TO_MAIL = sql<[perHour: number, limit: number], { userId: Uuid; email: string }>(`
  SELECT u.id AS "userId", u.email FROM users u
  WHERE u.id IN (SELECT n.user_id FROM notifications n WHERE n.mail_at <= now())
    AND u.email_verified AND u.disabled_at IS NULL AND (
      SELECT count(*) FROM mail_orders o
      WHERE o.recipient = u.email AND o.kind = 'notifications' AND o.due_at > now() - interval '1 hour') < $1
  ORDER BY u.id LIMIT $2::int`);

/** Takes what is to be mailed to a person now into an order. */
export const TAKE_TO_MAIL = sql<[userId: Uuid, orderId: Uuid], { id: Uuid }>(`
  UPDATE notifications SET mail_at = NULL, mail_order_id = $2 WHERE user_id = $1 AND mail_at <= now() RETURNING id`);

/** Mails go to whom the organization lets in: a session by its provider is what who is linked to it, or managed, has. */
const READER = {
  passedFactor: 'reader.two_factor_enabled',
  providerOrganizationId: `CASE WHEN reader.managed_by = o.id OR EXISTS (SELECT FROM accounts a
      WHERE a.user_id = reader.id AND a.organization_id = o.id AND a.suspended_by IS NULL) THEN o.id END`,
};

/** What is mailed with an order, as far as it is shown to the person and not read meanwhile; the oldest first. */
export const MAILED = sql<[userId: Uuid, orderId: Uuid], NotificationRow>(`
  SELECT ${SHOWN_COLUMNS} FROM notifications n JOIN organizations o ON o.id = n.organization_id
    JOIN users reader ON reader.id = n.user_id
  WHERE n.user_id = $1 AND n.mail_order_id = $2 AND n.read_at IS NULL AND ${isShown(READER)}
  ORDER BY n.at, n.id`);
