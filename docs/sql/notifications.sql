-- The statements of notifications, as they are sent. Written by `npm run sql`.

-- MAIL_LATER
--   Notes when these are to be mailed.
--   $1 userIds: uuid[]
--   $2 ids: uuid[]
--   $3 moments: timestamp with time zone[]
UPDATE notifications n SET mail_at = given.at
FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS given(user_id, id, at)
WHERE n.user_id = given.user_id AND n.id = given.id;

-- MAIL_NOTHING
--   Nothing is mailed to who is kept out, or to an address that nobody has verified.
UPDATE notifications n SET mail_at = NULL FROM users u
WHERE n.mail_at <= now() AND u.id = n.user_id AND (NOT u.email_verified OR u.disabled_at IS NOT NULL);

-- TO_MAIL
--   People to whom something is to be mailed now, but for those who had that many of these mails within the hour.
--   $1 perHour: bigint
--   $2 limit: integer
--   returns userId uuid, email text
SELECT u.id AS "userId", u.email FROM users u
WHERE u.id IN (SELECT n.user_id FROM notifications n WHERE n.mail_at <= now())
  AND u.email_verified AND u.disabled_at IS NULL AND (
    SELECT count(*) FROM mail_orders o
    WHERE o.recipient = u.email AND o.kind = 'notifications' AND o.due_at > now() - interval '1 hour') < $1
ORDER BY u.id LIMIT $2::int;

-- TAKE_TO_MAIL
--   Takes what is to be mailed to a person now into an order.
--   $1 userId: uuid
--   $2 orderId: uuid
--   returns id uuid
UPDATE notifications SET mail_at = NULL, mail_order_id = $2 WHERE user_id = $1 AND mail_at <= now() RETURNING id;

-- MAILED
--   What is mailed with an order, as far as it is shown to the person and not read meanwhile; the oldest first.
--   $1 userId: uuid
--   $2 orderId: uuid
--   returns id uuid, kind text, at timestamp with time zone, atText text, readAt timestamp with time zone, count integer, organizationId uuid, organizationName text, organizationSlug text, subjectKind text, subjectId uuid, subjectNumber integer, subjectTitle text, productSlug text, actorUserId uuid, actorName text, commentId uuid, excerpt text
SELECT n.id, n.kind, n.at, n.at::text AS "atText", n.read_at AS "readAt", n.count,
  n.organization_id AS "organizationId",
  o.name AS "organizationName", o.slug AS "organizationSlug", n.subject_kind AS "subjectKind",
    n.subject_id AS "subjectId",
  n.subject_number AS "subjectNumber", n.subject_title AS "subjectTitle", n.product_slug AS "productSlug",
  n.actor_user_id AS "actorUserId", n.actor_name AS "actorName", n.comment_id AS "commentId", n.excerpt FROM notifications n JOIN organizations o ON o.id = n.organization_id
  JOIN users reader ON reader.id = n.user_id
WHERE n.user_id = $1 AND n.mail_order_id = $2 AND n.read_at IS NULL AND o.deleted_at IS NULL AND CASE WHEN n.kind = 'invited' THEN EXISTS (
    SELECT FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
    WHERE u.id = n.user_id AND i.organization_id = n.organization_id AND i.id = n.subject_id AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL))
  ELSE EXISTS (SELECT FROM members m WHERE m.organization_id = n.organization_id AND m.user_id = n.user_id
    AND (
  (NOT o.require_two_factor OR reader.two_factor_enabled
    OR (o.provider_counts_as_factor AND o.id = CASE WHEN reader.managed_by = o.id OR EXISTS (SELECT FROM accounts a
    WHERE a.user_id = reader.id AND a.organization_id = o.id AND a.suspended_by IS NULL) THEN o.id END))
  AND (NOT o.require_provider OR o.id = CASE WHEN reader.managed_by = o.id OR EXISTS (SELECT FROM accounts a
    WHERE a.user_id = reader.id AND a.organization_id = o.id AND a.suspended_by IS NULL) THEN o.id END
    OR (m.recovery AND m.role = 'owner' AND reader.two_factor_enabled)))) END
ORDER BY n.at, n.id;

-- TOLD_ISSUES
--   Issues with who does them now.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid, number integer, title text, assigneeId uuid, productSlug text
SELECT i.id, i.number, i.title, i.assignee_id AS "assigneeId", p.slug AS "productSlug"
FROM issues i JOIN products p ON p.organization_id = i.organization_id AND p.id = i.product_id
WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) AND i.assignee_id IS NOT NULL;

-- REGRESSED_ISSUES
--   The closed issues whose findings a run has found again, with when that was and whom it concerns: who closed it, or
--   who has to do it where a tracker or a key closed it.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 activityId: uuid
--   returns id uuid, number integer, title text, productSlug text, closedAt timestamp with time zone, userId uuid
WITH found AS MATERIALIZED (
  SELECT unnest(a.regressed) AS id FROM test_activities t
    JOIN finding_answers a ON a.organization_id = $1 AND a.product_id = $2 AND a.id = t.answer_id
  WHERE t.organization_id = $1 AND t.product_id = $2 AND t.id = $3
), closed AS MATERIALIZED (
  SELECT DISTINCT f.issue_id AS id FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2
    AND f.id IN (SELECT id FROM found) AND f.issue_id IS NOT NULL
)
SELECT i.id, i.number, i.title, p.slug AS "productSlug", i.closed_at AS "closedAt",
  coalesce(i.closed_by_user_id, i.assignee_id) AS "userId"
FROM issues i JOIN products p ON p.organization_id = i.organization_id AND p.id = i.product_id
WHERE i.organization_id = $1 AND i.id IN (SELECT id FROM closed) AND i.state = 'closed'
  AND coalesce(i.closed_by_user_id, i.assignee_id) IS NOT NULL
ORDER BY i.id;

-- TOLD_INVITATIONS
--   Open invitations with the accounts of their verified addresses.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid, userId uuid, inviterId uuid, inviterName text
SELECT i.id, u.id AS "userId", i.inviter_id AS "inviterId", inviter.name AS "inviterName"
FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
  JOIN users inviter ON inviter.id = i.inviter_id
WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL) ORDER BY i.id;

-- ORGANIZATIONS_WITH_DATES
--   The organizations in which dates come near, or have passed lately.
--   returns id uuid
/* all organizations: tell_of_dates */
SELECT DISTINCT i.organization_id AS id FROM issues i JOIN organizations o ON o.id = i.organization_id AND o.deleted_at IS NULL
WHERE i.state = 'open' AND i.assignee_id IS NOT NULL AND i.due_at > now() - interval '7 days'
AND i.due_at <= now() + interval '3 days' ORDER BY 1;

-- ISSUES_WITH_DATES
--   The issues whose dates do, in the order of their ids behind one; `since` is the moment from which that may be told.
--   $1 organizationId: uuid
--   $2 behind: uuid
--   $3 limit: integer
--   returns id uuid, number integer, title text, assigneeId uuid, productSlug text, isOverdue boolean, since timestamp with time zone
SELECT i.id, i.number, i.title, i.assignee_id AS "assigneeId", p.slug AS "productSlug",
  i.due_at <= now() AS "isOverdue",
  CASE WHEN i.due_at <= now() THEN i.due_at ELSE i.due_at - interval '3 days' END AS since
FROM issues i JOIN products p ON p.organization_id = i.organization_id AND p.id = i.product_id
WHERE i.organization_id = $1 AND i.state = 'open' AND i.assignee_id IS NOT NULL AND i.due_at > now() - interval '7 days'
AND i.due_at <= now() + interval '3 days' AND p.archived_at IS NULL AND i.id > $2 ORDER BY i.id LIMIT $3::int;

-- TOLD_PRODUCTS
--   Products, and whom they concern: who answers for one, and who has pinned it.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid, name text, slug text, responsiblePersonId uuid, pinnedBy uuid[]
SELECT p.id, p.name, p.slug, p.responsible_person_id AS "responsiblePersonId",
  ARRAY(SELECT pin.user_id FROM product_pins pin WHERE pin.organization_id = $1 AND pin.product_id = p.id
    ORDER BY 1) AS "pinnedBy"
FROM products p WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]);

-- MANAGERS
--   Who manages an organization.
--   $1 organizationId: uuid
--   returns userId uuid
SELECT m.user_id AS "userId" FROM members m WHERE m.organization_id = $1 AND m.role <> 'member' ORDER BY 1;

-- TOLD_COMMENT
--   A comment with those whom it concerns.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns body text, authorUserId uuid, authorName text, mentioned uuid[], others uuid[]
SELECT c.body, c.author_user_id AS "authorUserId",
  coalesce((SELECT u.name FROM users u WHERE u.id = c.author_user_id), c.author_tracker_name, c.author_key_name) AS "authorName",
  c.mentioned_user_ids AS mentioned,
  CASE WHEN c.record_kind = 'issue'
    THEN ARRAY(SELECT w.user_id FROM issue_watches w WHERE w.organization_id = $1 AND w.issue_id = c.record_id
      ORDER BY 1)
    ELSE ARRAY(SELECT DISTINCT o.author_user_id FROM comments o
      WHERE o.organization_id = $1 AND o.record_id = c.record_id AND o.author_user_id IS NOT NULL ORDER BY 1)
  END AS others
FROM comments c WHERE c.organization_id = $1 AND c.id = $2;

-- TELL
--   Tells people, each with the id and what is told of the same place: where they have an unread one of this kind and
--   subject of the last ten minutes, that one counts one more. Who is neither member nor invited, or was told before of
--   the comment, or since the moment that is said, is left out. One organization makes them one after the other. `told`: a list of
--   `NewNotification`, each with its `place`. Returns those that are made.
--   $1 organizationId: uuid
--   $2 userIds: uuid[]
--   $3 ids: uuid[]
--   $4 places: integer[]
--   $5 told: json
--   returns userId uuid, id uuid, kind text
WITH wanted AS MATERIALIZED (
  SELECT given.user_id, given.id, t.* FROM unnest($2::uuid[], $3::uuid[], $4::int[]) AS given(user_id, id, place)
    JOIN json_to_recordset($5::json) AS t(place int, kind text, "subjectKind" text, "subjectId" uuid, "subjectNumber" int, "subjectTitle" text,
"productSlug" text, "actorUserId" uuid, "actorName" text, "commentId" uuid, excerpt text, since timestamptz) ON t.place = given.place
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
RETURNING user_id AS "userId", id, kind;

-- SET_EXCERPT
--   What a comment says now; null: it was deleted.
--   $1 commentId: uuid
--   $2 excerpt: text
UPDATE notifications SET excerpt = $2 WHERE comment_id = $1;

-- FORGET_ACTOR
--   What others were told of a person whose account is deleted stays without their name.
--   $1 userId: uuid
UPDATE notifications SET actor_user_id = NULL, actor_name = NULL WHERE actor_user_id = $1;

-- LIST_NOTIFICATIONS
--   A page, the newest first, behind one of them; null: from the first.
--   $1 userId: uuid
--   $2 passedFactor: boolean
--   $3 providerOrganizationId: uuid
--   $4 unread: boolean
--   $5 kinds: text[]
--   $6 organizationIds: uuid[]
--   $7 behindAt: timestamp with time zone
--   $8 behindId: uuid
--   $9 limit: integer
--   $10 offset: integer
--   returns id uuid, kind text, at timestamp with time zone, atText text, readAt timestamp with time zone, count integer, organizationId uuid, organizationName text, organizationSlug text, subjectKind text, subjectId uuid, subjectNumber integer, subjectTitle text, productSlug text, actorUserId uuid, actorName text, commentId uuid, excerpt text
SELECT n.id, n.kind, n.at, n.at::text AS "atText", n.read_at AS "readAt", n.count,
  n.organization_id AS "organizationId",
  o.name AS "organizationName", o.slug AS "organizationSlug", n.subject_kind AS "subjectKind",
    n.subject_id AS "subjectId",
  n.subject_number AS "subjectNumber", n.subject_title AS "subjectTitle", n.product_slug AS "productSlug",
  n.actor_user_id AS "actorUserId", n.actor_name AS "actorName", n.comment_id AS "commentId", n.excerpt
FROM notifications n JOIN organizations o ON o.id = n.organization_id
WHERE n.user_id = $1 AND o.deleted_at IS NULL AND CASE WHEN n.kind = 'invited' THEN EXISTS (
    SELECT FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
    WHERE u.id = n.user_id AND i.organization_id = n.organization_id AND i.id = n.subject_id AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL))
  ELSE EXISTS (SELECT FROM members m WHERE m.organization_id = n.organization_id AND m.user_id = n.user_id
    AND (
  (NOT o.require_two_factor OR $2
    OR (o.provider_counts_as_factor AND o.id = $3::uuid))
  AND (NOT o.require_provider OR o.id = $3::uuid
    OR (m.recovery AND m.role = 'owner' AND $2)))) END AND ($4::boolean IS NULL OR $4 = (n.read_at IS NULL)) AND ($5::text[] IS NULL OR n.kind = ANY ($5))
AND ($6::uuid[] IS NULL OR n.organization_id = ANY ($6))
  AND (n.at, n.id) < (coalesce($7::timestamptz, 'infinity'),
    coalesce($8::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
ORDER BY n.at DESC, n.id DESC LIMIT $9::int OFFSET $10::int;

-- COUNT_NOTIFICATIONS
--   $1 userId: uuid
--   $2 passedFactor: boolean
--   $3 providerOrganizationId: uuid
--   $4 unread: boolean
--   $5 kinds: text[]
--   $6 organizationIds: uuid[]
--   returns total integer
SELECT count(*)::int AS total FROM notifications n JOIN organizations o ON o.id = n.organization_id
WHERE n.user_id = $1 AND o.deleted_at IS NULL AND CASE WHEN n.kind = 'invited' THEN EXISTS (
    SELECT FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
    WHERE u.id = n.user_id AND i.organization_id = n.organization_id AND i.id = n.subject_id AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL))
  ELSE EXISTS (SELECT FROM members m WHERE m.organization_id = n.organization_id AND m.user_id = n.user_id
    AND (
  (NOT o.require_two_factor OR $2
    OR (o.provider_counts_as_factor AND o.id = $3::uuid))
  AND (NOT o.require_provider OR o.id = $3::uuid
    OR (m.recovery AND m.role = 'owner' AND $2)))) END AND ($4::boolean IS NULL OR $4 = (n.read_at IS NULL)) AND ($5::text[] IS NULL OR n.kind = ANY ($5))
AND ($6::uuid[] IS NULL OR n.organization_id = ANY ($6));

-- COUNT_UNREAD
--   How many are unread, by organization.
--   $1 userId: uuid
--   $2 passedFactor: boolean
--   $3 providerOrganizationId: uuid
--   returns organizationId uuid, unread integer
SELECT n.organization_id AS "organizationId", count(*)::int AS unread FROM notifications n JOIN organizations o ON o.id = n.organization_id
WHERE n.user_id = $1 AND o.deleted_at IS NULL AND CASE WHEN n.kind = 'invited' THEN EXISTS (
    SELECT FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
    WHERE u.id = n.user_id AND i.organization_id = n.organization_id AND i.id = n.subject_id AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL))
  ELSE EXISTS (SELECT FROM members m WHERE m.organization_id = n.organization_id AND m.user_id = n.user_id
    AND (
  (NOT o.require_two_factor OR $2
    OR (o.provider_counts_as_factor AND o.id = $3::uuid))
  AND (NOT o.require_provider OR o.id = $3::uuid
    OR (m.recovery AND m.role = 'owner' AND $2)))) END AND n.read_at IS NULL
GROUP BY 1 ORDER BY 1;

-- MARK
--   Marks some of a person as read, or as unread; answers those that there are.
--   $1 userId: uuid
--   $2 passedFactor: boolean
--   $3 providerOrganizationId: uuid
--   $4 ids: uuid[]
--   $5 read: boolean
--   returns id uuid
UPDATE notifications u SET read_at = CASE WHEN $5 THEN coalesce(u.read_at, now()) END
WHERE u.user_id = $1 AND u.id IN (SELECT n.id FROM notifications n JOIN organizations o ON o.id = n.organization_id
WHERE n.user_id = $1 AND o.deleted_at IS NULL AND CASE WHEN n.kind = 'invited' THEN EXISTS (
    SELECT FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
    WHERE u.id = n.user_id AND i.organization_id = n.organization_id AND i.id = n.subject_id AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL))
  ELSE EXISTS (SELECT FROM members m WHERE m.organization_id = n.organization_id AND m.user_id = n.user_id
    AND (
  (NOT o.require_two_factor OR $2
    OR (o.provider_counts_as_factor AND o.id = $3::uuid))
  AND (NOT o.require_provider OR o.id = $3::uuid
    OR (m.recovery AND m.role = 'owner' AND $2)))) END AND n.id = ANY ($4::uuid[]))
RETURNING u.id;

-- MARK_ALL
--   The same with all until a moment.
--   $1 userId: uuid
--   $2 passedFactor: boolean
--   $3 providerOrganizationId: uuid
--   $4 before: timestamp with time zone
--   $5 read: boolean
--   returns id uuid
UPDATE notifications u SET read_at = CASE WHEN $5 THEN now() END
WHERE u.user_id = $1 AND (u.read_at IS NULL) = $5
  AND u.id IN (SELECT n.id FROM notifications n JOIN organizations o ON o.id = n.organization_id
WHERE n.user_id = $1 AND o.deleted_at IS NULL AND CASE WHEN n.kind = 'invited' THEN EXISTS (
    SELECT FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
    WHERE u.id = n.user_id AND i.organization_id = n.organization_id AND i.id = n.subject_id AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL))
  ELSE EXISTS (SELECT FROM members m WHERE m.organization_id = n.organization_id AND m.user_id = n.user_id
    AND (
  (NOT o.require_two_factor OR $2
    OR (o.provider_counts_as_factor AND o.id = $3::uuid))
  AND (NOT o.require_provider OR o.id = $3::uuid
    OR (m.recovery AND m.role = 'owner' AND $2)))) END AND n.at <= $4::timestamptz)
RETURNING u.id;

-- EXPORT_NOTIFICATIONS
--   What is kept of a person, for their export.
--   $1 userId: uuid
--   returns kind text, organizationId uuid, at timestamp with time zone, readAt timestamp with time zone, count integer, subjectKind text, subjectNumber integer
SELECT kind, organization_id AS "organizationId", at, read_at AS "readAt", count, subject_kind AS "subjectKind",
  subject_number AS "subjectNumber"
FROM notifications WHERE user_id = $1 ORDER BY at, id;

-- FORGET_NOTIFICATIONS
--   Deletes what is older than 90 days, and of each person all but the newest thousand.
DELETE FROM notifications WHERE (user_id, id) IN (
  SELECT ranked.user_id, ranked.id FROM (
    SELECT user_id, id, at, row_number() OVER (PARTITION BY user_id ORDER BY at DESC, id DESC) AS place
    FROM notifications) ranked
  WHERE ranked.place > 1000 OR ranked.at < now() - interval '90 days');

-- ORGANIZATIONS_WITH_DUTIES
--   The organizations that have audits or reviews that are due lately, with what these are computed from; what is due is
--   judged by the rules of audits and reports.
--   returns id uuid, audits boolean, reports boolean
/* all organizations: tell_of_duties */
SELECT o.id, bool_or(due.audits) AS audits, bool_or(NOT due.audits) AS reports FROM organizations o JOIN (
  SELECT p.organization_id, true AS audits FROM products p JOIN audits a
    ON a.organization_id = p.organization_id AND a.product_id = p.id
  WHERE a.type = 'full' AND a.status = 'completed' AND p.archived_at IS NULL
  GROUP BY 1
  UNION ALL
  SELECT r.organization_id, false FROM conformance_reports r
  WHERE r.status = 'published' AND r.superseded_at IS NULL
    AND coalesce(r.reviewed_at, r.published_at) < now() - interval '10 months'
  GROUP BY 1
) due ON due.organization_id = o.id
WHERE (CASE WHEN due.audits THEN 'audits' ELSE 'conformance' END) = ANY (o.enabled_modules)
  AND o.deleted_at IS NULL
GROUP BY 1 ORDER BY 1;

-- REPORTS_TO_REVIEW
--   The published reports that nobody has reviewed for long.
--   $1 organizationId: uuid
--   returns id uuid, number integer, title text, productSlug text, responsiblePersonId uuid, publishedAt timestamp with time zone, reviewedAt timestamp with time zone
SELECT r.id, r.number, r.title, p.slug AS "productSlug", p.responsible_person_id AS "responsiblePersonId",
  r.published_at AS "publishedAt", r.reviewed_at AS "reviewedAt"
FROM conformance_reports r JOIN products p ON p.organization_id = r.organization_id AND p.id = r.product_id
WHERE r.organization_id = $1 AND r.status = 'published' AND r.superseded_at IS NULL
    AND coalesce(r.reviewed_at, r.published_at) < now() - interval '10 months' AND r.valid_until > now() AND p.archived_at IS NULL
ORDER BY r.id;

-- TOLD_LATELY
--   What people were told in the last seconds, also again: several that are one have one id, and the newest moment.
--   $1 userIds: uuid[]
--   $2 seconds: double precision
--   returns userId uuid, id uuid, at timestamp with time zone
SELECT n.user_id AS "userId", n.id, n.at FROM notifications n
WHERE n.user_id = ANY ($1::uuid[]) AND n.at > now() - make_interval(secs => $2)
ORDER BY n.at, n.id;

-- TOLD_SINCE
--   What a person was told behind one of them, the oldest first.
--   $1 userId: uuid
--   $2 at: timestamp with time zone
--   $3 id: uuid
--   $4 limit: integer
--   returns userId uuid, id uuid, at timestamp with time zone
SELECT n.user_id AS "userId", n.id, n.at FROM notifications n
WHERE n.user_id = $1 AND (n.at, n.id) > ($2::timestamptz, $3::uuid) ORDER BY n.at, n.id LIMIT $4::int;

-- SHOWN_TO
--   What is shown to several readers, each with one notification, the oldest first.
--   $1 userIds: uuid[]
--   $2 passedFactor: boolean[]
--   $3 providerOrganizationIds: uuid[]
--   $4 places: integer[]
--   $5 ids: uuid[]
--   returns place integer, id uuid, kind text, at timestamp with time zone, atText text, readAt timestamp with time zone, count integer, organizationId uuid, organizationName text, organizationSlug text, subjectKind text, subjectId uuid, subjectNumber integer, subjectTitle text, productSlug text, actorUserId uuid, actorName text, commentId uuid, excerpt text
SELECT given.place, n.id, n.kind, n.at, n.at::text AS "atText", n.read_at AS "readAt", n.count,
  n.organization_id AS "organizationId",
  o.name AS "organizationName", o.slug AS "organizationSlug", n.subject_kind AS "subjectKind",
    n.subject_id AS "subjectId",
  n.subject_number AS "subjectNumber", n.subject_title AS "subjectTitle", n.product_slug AS "productSlug",
  n.actor_user_id AS "actorUserId", n.actor_name AS "actorName", n.comment_id AS "commentId", n.excerpt
FROM unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::int[], $5::uuid[]) AS given(user_id, passed, provider, place, id)
  JOIN notifications n ON n.user_id = given.user_id AND n.id = given.id
  JOIN organizations o ON o.id = n.organization_id
WHERE o.deleted_at IS NULL AND CASE WHEN n.kind = 'invited' THEN EXISTS (
    SELECT FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
    WHERE u.id = n.user_id AND i.organization_id = n.organization_id AND i.id = n.subject_id AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL))
  ELSE EXISTS (SELECT FROM members m WHERE m.organization_id = n.organization_id AND m.user_id = n.user_id
    AND (
  (NOT o.require_two_factor OR given.passed
    OR (o.provider_counts_as_factor AND o.id = given.provider))
  AND (NOT o.require_provider OR o.id = given.provider
    OR (m.recovery AND m.role = 'owner' AND given.passed)))) END ORDER BY n.at, n.id;

-- UNREAD_OF
--   How many several readers have not read, by organization.
--   $1 userIds: uuid[]
--   $2 passedFactor: boolean[]
--   $3 providerOrganizationIds: uuid[]
--   $4 places: integer[]
--   returns place integer, organizationId uuid, unread integer
SELECT given.place, n.organization_id AS "organizationId", count(*)::int AS unread
FROM unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::int[]) AS given(user_id, passed, provider, place)
  JOIN notifications n ON n.user_id = given.user_id AND n.read_at IS NULL
  JOIN organizations o ON o.id = n.organization_id
WHERE o.deleted_at IS NULL AND CASE WHEN n.kind = 'invited' THEN EXISTS (
    SELECT FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
    WHERE u.id = n.user_id AND i.organization_id = n.organization_id AND i.id = n.subject_id AND (i.status = 'pending' AND i.expires_at > now() AND i.suspended_by IS NULL))
  ELSE EXISTS (SELECT FROM members m WHERE m.organization_id = n.organization_id AND m.user_id = n.user_id
    AND (
  (NOT o.require_two_factor OR given.passed
    OR (o.provider_counts_as_factor AND o.id = given.provider))
  AND (NOT o.require_provider OR o.id = given.provider
    OR (m.recovery AND m.role = 'owner' AND given.passed)))) END GROUP BY 1, 2 ORDER BY 1, 2;

-- ALIVE
--   Those of some sessions that still let their people in.
--   $1 ids: uuid[]
--   returns id uuid
SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
WHERE s.id = ANY ($1::uuid[]) AND s.expires_at > now() AND u.disabled_at IS NULL;
