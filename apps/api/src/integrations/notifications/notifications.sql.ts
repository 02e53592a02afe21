import { sql, type Uuid } from '#libs/database';
import { admitsSession, type SessionInSql } from '../../accounts/organizations/admits-session.js';
import { isOpen } from '../../accounts/organizations/invitations/is-open.js';
import type { NotificationKind } from './notification-kinds.js';
import { isPresent } from '../../accounts/organizations/deleted/is-present.js';

/** A comment that people are told of, and who that may be. */
export interface CommentToNotify {
  /** Null: it was deleted. */
  body: string | null;
  authorUserId: Uuid | null;
  authorName: string | null;
  mentioned: Uuid[];
  /** Who watches its record, or commented on it where nobody can watch it. */
  others: Uuid[];
}

/** A comment with those whom it concerns. */
export const COMMENT_TO_NOTIFY = sql<[organizationId: Uuid, id: Uuid], CommentToNotify>(`
  SELECT c.body, c.author_user_id AS "authorUserId",
    coalesce((SELECT u.name FROM users u WHERE u.id = c.author_user_id), c.author_tracker_name, c.author_key_name) AS "authorName",
    c.mentioned_user_ids AS mentioned,
    CASE WHEN c.record_kind = 'issue'
      THEN ARRAY(SELECT w.user_id FROM issue_watches w WHERE w.organization_id = $1 AND w.issue_id = c.record_id
        ORDER BY 1)
      ELSE ARRAY(SELECT DISTINCT o.author_user_id FROM comments o
        WHERE o.organization_id = $1 AND o.record_id = c.record_id AND o.author_user_id IS NOT NULL ORDER BY 1)
    END AS others
  FROM comments c WHERE c.organization_id = $1 AND c.id = $2`);

/** What people are told; JSON. */
export interface NewNotification {
  kind: NotificationKind;
  subjectKind: string;
  subjectId: Uuid;
  subjectNumber: number | null;
  subjectTitle: string | null;
  productSlug: string | null;
  actorUserId: Uuid | null;
  actorName: string | null;
  commentId: Uuid | null;
  excerpt: string | null;
  /** Who was told of this kind and subject since then is not told again; null: everybody is. */
  since: Date | null;
}

const NEW_NOTIFICATIONS = `json_to_recordset($5::json) AS t(place int, kind text, "subjectKind" text, "subjectId" uuid, "subjectNumber" int, "subjectTitle" text,
  "productSlug" text, "actorUserId" uuid, "actorName" text, "commentId" uuid, excerpt text, since timestamptz)`;

/**
 * Tells people, each with the id and what is told of the same place: where they have an unread one of this kind and
 * subject of the last ten minutes, that one counts one more. Who is neither member nor invited, or was told before of
 * the comment, or since the moment that is said, is left out. One organization makes them one after the other. `told`: a list of
 * `NewNotification`, each with its `place`. Returns those that are made.
 */
export const INSERT_NOTIFICATIONS = sql<
  [organizationId: Uuid, userIds: readonly Uuid[], ids: readonly Uuid[], places: readonly number[], told: string],
  { userId: Uuid; id: Uuid; kind: NotificationKind }
>(`
  WITH wanted AS MATERIALIZED (
    SELECT given.user_id, given.id, t.* FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS given(user_id, id, place)
      JOIN ${NEW_NOTIFICATIONS} ON t.place = given.place
    WHERE (t.kind = 'invited'
        OR EXISTS (SELECT FROM members m WHERE m.organization_id = $1 AND m.user_id = given.user_id))
      AND NOT EXISTS (SELECT FROM notifications n WHERE n.user_id = given.user_id AND n.comment_id = t."commentId")
      AND NOT EXISTS (SELECT FROM notifications n
        WHERE n.user_id = given.user_id AND n.at >= t.since AND n.kind = t.kind AND n.subject_id = t."subjectId")
  ), merged AS (
    UPDATE notifications n SET count = n.count + 1, at = clock_timestamp(), actor_user_id = w."actorUserId",
      actor_name = w."actorName",
      comment_id = w."commentId", excerpt = w.excerpt, subject_title = w."subjectTitle"
    FROM wanted w
    WHERE n.user_id = w.user_id AND n.id = (
      SELECT l.id FROM notifications l WHERE l.user_id = w.user_id AND l.organization_id = $1 AND l.kind = w.kind
        AND l.subject_id = w."subjectId" AND l.read_at IS NULL AND l.at > now() - interval '10 minutes'
      ORDER BY l.at DESC LIMIT 1)
    RETURNING n.user_id
  )
  INSERT INTO notifications (user_id, id, organization_id, kind, at, subject_kind, subject_id, subject_number,
    subject_title, product_slug,
    actor_user_id, actor_name, comment_id, excerpt)
  SELECT w.user_id, w.id, $1::uuid, w.kind, clock_timestamp(), w."subjectKind", w."subjectId", w."subjectNumber",
    w."subjectTitle",
    w."productSlug", w."actorUserId", w."actorName", w."commentId", w.excerpt
  FROM wanted w WHERE w.user_id NOT IN (SELECT user_id FROM merged)
  RETURNING user_id AS "userId", id, kind`);

/** What a comment says now; null: it was deleted. */
export const SET_EXCERPT = sql<[commentId: Uuid, excerpt: string | null]>(
  'UPDATE notifications SET excerpt = $2 WHERE comment_id = $1',
);

/** What others were told of a person whose account is deleted stays without their name. */
export const FORGET_ACTOR = sql<[userId: Uuid]>(
  'UPDATE notifications SET actor_user_id = NULL, actor_name = NULL WHERE actor_user_id = $1',
);

/**
 * Whether a notification `n` of an organization `o` is shown: nothing of one that is deleted, or that does not admit the
 * session, and an invitation to whose verified address it has, as long as it is open.
 */
export const isShown = (
  session: SessionInSql,
): string => `${isPresent('o')} AND CASE WHEN n.kind = 'invited' THEN EXISTS (
      SELECT FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
      WHERE u.id = n.user_id AND i.organization_id = n.organization_id AND i.id = n.subject_id AND ${isOpen('i')})
    ELSE EXISTS (SELECT FROM members m WHERE m.organization_id = n.organization_id AND m.user_id = n.user_id
      AND ${admitsSession(session)}) END`;
const SHOWN = `FROM notifications n JOIN organizations o ON o.id = n.organization_id
  WHERE n.user_id = $1 AND ${isShown({ passedFactor: '$2', providerOrganizationId: '$3::uuid' })}`;
const FILTER = `AND ($4::boolean IS NULL OR $4 = (n.read_at IS NULL)) AND ($5::text[] IS NULL OR n.kind = ANY ($5))
  AND ($6::uuid[] IS NULL OR n.organization_id = ANY ($6))`;

/** Who reads, and what their session has shown. */
type Reads = [userId: Uuid, passedFactor: boolean, providerOrganizationId: Uuid | null];

/** Which notifications are asked for. */
type Filter = [
  ...Reads,
  unread: boolean | null,
  kinds: readonly NotificationKind[] | null,
  organizationIds: readonly Uuid[] | null,
];

/** A notification as its person reads it. */
export interface NotificationRow {
  id: Uuid;
  kind: NotificationKind;
  at: Date;
  /** As PostgreSQL writes it. */
  atText: string;
  readAt: Date | null;
  count: number;
  organizationId: Uuid;
  organizationName: string;
  organizationSlug: string;
  subjectKind: string;
  subjectId: Uuid;
  subjectNumber: number | null;
  subjectTitle: string | null;
  productSlug: string | null;
  actorUserId: Uuid | null;
  actorName: string | null;
  commentId: Uuid | null;
  excerpt: string | null;
}

/** The columns of `NotificationRow`. */
export const SHOWN_COLUMNS = `n.id, n.kind, n.at, n.at::text AS "atText", n.read_at AS "readAt", n.count,
    n.organization_id AS "organizationId",
    o.name AS "organizationName", o.slug AS "organizationSlug", n.subject_kind AS "subjectKind",
      n.subject_id AS "subjectId",
    n.subject_number AS "subjectNumber", n.subject_title AS "subjectTitle", n.product_slug AS "productSlug",
    n.actor_user_id AS "actorUserId", n.actor_name AS "actorName", n.comment_id AS "commentId", n.excerpt`;

/** A page, the newest first, behind one of them; null: from the first. */
export const LIST_NOTIFICATIONS = sql<
  [...Filter, behindAt: string | null, behindId: Uuid | null, limit: number, offset: number],
  NotificationRow
>(`
  SELECT ${SHOWN_COLUMNS}
  ${SHOWN} ${FILTER}
    AND (n.at, n.id) < (coalesce($7::timestamptz, 'infinity'),
      coalesce($8::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  ORDER BY n.at DESC, n.id DESC LIMIT $9::int OFFSET $10::int`);

export const COUNT_NOTIFICATIONS = sql<Filter, { total: number }>(`SELECT count(*)::int AS total ${SHOWN} ${FILTER}`);

/** How many are unread, by organization. */
export const COUNT_UNREAD = sql<Reads, { organizationId: Uuid; unread: number }>(`
  SELECT n.organization_id AS "organizationId", count(*)::int AS unread ${SHOWN} AND n.read_at IS NULL
  GROUP BY 1 ORDER BY 1`);

/** Marks some of a person as read, or as unread; answers those that there are. */
export const MARK = sql<[...Reads, ids: readonly Uuid[], read: boolean], { id: Uuid }>(`
  UPDATE notifications u SET read_at = CASE WHEN $5 THEN coalesce(u.read_at, now()) END
  WHERE u.user_id = $1 AND u.id IN (SELECT n.id ${SHOWN} AND n.id = ANY ($4::uuid[]))
  RETURNING u.id`);

/** The same with all until a moment. */
export const MARK_ALL = sql<[...Reads, before: Date, read: boolean], { id: Uuid }>(`
  UPDATE notifications u SET read_at = CASE WHEN $5 THEN now() END
  WHERE u.user_id = $1 AND (u.read_at IS NULL) = $5
    AND u.id IN (SELECT n.id ${SHOWN} AND n.at <= $4::timestamptz)
  RETURNING u.id`);

/** What is kept of a person, for their export. */
export const EXPORT_NOTIFICATIONS = sql<[userId: Uuid], object>(`
  SELECT kind, organization_id AS "organizationId", at, read_at AS "readAt", count, subject_kind AS "subjectKind",
    subject_number AS "subjectNumber"
  FROM notifications WHERE user_id = $1 ORDER BY at, id`);

/** Deletes what is older than 90 days, and of each person all but the newest thousand. */
export const FORGET_NOTIFICATIONS = sql<[]>(`
  DELETE FROM notifications WHERE (user_id, id) IN (
    SELECT ranked.user_id, ranked.id FROM (
      SELECT user_id, id, at, row_number() OVER (PARTITION BY user_id ORDER BY at DESC, id DESC) AS place
      FROM notifications) ranked
    WHERE ranked.place > 1000 OR ranked.at < now() - interval '90 days')`);
