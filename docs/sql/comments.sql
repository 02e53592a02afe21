-- The statements of comments, as they are sent. Written by `npm run sql`.

-- ADD
--   Adds a comment to a record, which is locked. `mentionedIssues` is JSON.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 productId: uuid
--   $4 recordKind: text
--   $5 recordId: uuid
--   $6 requirementId: uuid
--   $7 entry: integer
--   $8 body: text
--   $9 html: text
--   $10 authorUserId: uuid
--   $11 authorKeyId: uuid
--   $12 authorKeyName: text
--   $13 mentionedUserIds: uuid[]
--   $14 mentionedIssues: jsonb
--   returns number integer
INSERT INTO comments (organization_id, id, product_id, record_kind, record_id, number, requirement_id, entry, body,
  html,
  author_user_id, author_key_id, author_key_name, mentioned_user_ids, mentioned_issues, created_at)
SELECT $1::uuid, $2::uuid, $3::uuid, $4::text, $5::uuid,
  (SELECT coalesce(max(c.number), 0) + 1 FROM comments c WHERE c.organization_id = $1 AND c.record_id = $5),
  $6::uuid, $7::int, $8::text, $9::text, $10::uuid, $11::uuid, $12::text, $13::uuid[], $14::jsonb, clock_timestamp()
RETURNING number;

-- FROM_TRACKER
--   What was told here of a record by a tracker; `externalId` begins so. `body` null: it was deleted.
--   $1 organizationId: uuid
--   $2 recordId: uuid
--   $3 prefix: text
--   returns id uuid, externalId text, body text, number integer, trackerUserId uuid, hasName boolean
SELECT id, external_id AS "externalId", body, number, tracker_user_id AS "trackerUserId",
  author_tracker_name IS NOT NULL AS "hasName"
FROM comments
WHERE organization_id = $1 AND record_id = $2 AND starts_with(external_id, $3);

-- ADD_FROM_TRACKER
--   Adds comments of a tracker to an issue, which is locked, by when they were written. `comments` is JSON.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 recordId: uuid
--   $4 trackerKind: text
--   $5 comments: json
--   returns id uuid, number integer
INSERT INTO comments (organization_id, id, product_id, record_kind, record_id, number, body, html, tracker_kind,
  author_tracker_name, tracker_user_id, external_id, created_at)
SELECT $1::uuid, t.id, $2::uuid, 'issue', $3::uuid,
  (SELECT coalesce(max(c.number), 0) FROM comments c WHERE c.organization_id = $1 AND c.record_id = $3)
    + row_number() OVER (ORDER BY t.at, t.id),
  t.body, t.html, $4::text, t.author, t."userId", t."externalId", t.at
FROM json_to_recordset($5::json)
  AS t(id uuid, "externalId" text, author text, "userId" uuid, body text, html text, at timestamptz)
RETURNING id, number;

-- SET_TRACKER_USERS
--   Says which members wrote comments of a tracker.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 userIds: uuid[]
UPDATE comments c SET tracker_user_id = t.user_id FROM unnest($2::uuid[], $3::uuid[]) AS t(id, user_id)
WHERE c.organization_id = $1 AND c.id = t.id;

-- EDIT
--   Gives a comment another text, and keeps the one that it has, which is locked.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 body: text
--   $4 html: text
--   $5 mentionedUserIds: uuid[]
--   $6 mentionedIssues: jsonb
WITH kept AS (
  INSERT INTO comment_versions (organization_id, comment_id, revision, body, html, written_at)
  SELECT c.organization_id, c.id, c.revision, c.body, c.html, coalesce(c.edited_at, c.created_at)
  FROM comments c WHERE c.organization_id = $1 AND c.id = $2
), forgotten AS (
  DELETE FROM comment_versions v WHERE v.organization_id = $1 AND v.comment_id = $2 AND v.revision <=
    (SELECT c.revision - 50 FROM comments c WHERE c.organization_id = $1 AND c.id = $2)
)
UPDATE comments SET body = $3, html = $4, mentioned_user_ids = $5, mentioned_issues = $6::jsonb,
  edited_at = clock_timestamp(), revision = revision + 1
WHERE organization_id = $1 AND id = $2;

-- DELETE
--   Leaves of a comment only that there was one.
--   $1 organizationId: uuid
--   $2 id: uuid
WITH forgotten AS (DELETE FROM comment_versions WHERE organization_id = $1 AND comment_id = $2)
UPDATE comments SET body = NULL, html = NULL, author_user_id = NULL, author_key_id = NULL, author_key_name = NULL,
  author_tracker_name = NULL, tracker_user_id = NULL,
  mentioned_user_ids = '{}', mentioned_issues = '[]', deleted_at = clock_timestamp(), revision = revision + 1
WHERE organization_id = $1 AND id = $2;

-- DELETE_OF_RECORDS
--   Deletes all comments on some records.
--   $1 organizationId: uuid
--   $2 recordIds: uuid[]
--   returns id uuid
DELETE FROM comments WHERE organization_id = $1 AND record_id = ANY ($2::uuid[]) RETURNING id;

-- LIST_VERSIONS
--   Texts that a comment had before.
--   $1 organizationId: uuid
--   $2 commentId: uuid
--   returns body text, html text, writtenAt timestamp with time zone
SELECT body, html, written_at AS "writtenAt" FROM comment_versions
WHERE organization_id = $1 AND comment_id = $2 ORDER BY revision DESC;

-- NAMES_OF_MEMBERS
--   Those of these people who are members.
--   $1 organizationId: uuid
--   $2 userIds: uuid[]
--   returns id uuid, name text
SELECT u.id, u.name FROM members m JOIN users u ON u.id = m.user_id
WHERE m.organization_id = $1 AND m.user_id = ANY ($2::uuid[]);

-- FORGET_AUTHOR
--   Comments stay without their author when the account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE comments SET author_user_id = NULL WHERE organization_id = $1 AND author_user_id = $2;

-- FORGET_TRACKER_NAME
--   The same of what they said in a tracker.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE comments SET author_tracker_name = NULL, tracker_user_id = NULL
WHERE organization_id = $1 AND tracker_user_id = $2;

-- FORGET_MENTIONED
--   Takes a person from what mentions them.
--   $1 organizationId: uuid
--   $2 userId: text
UPDATE comments SET
  body = regexp_replace(regexp_replace(body, '@\[[^][]*\]\(user:' || $2::text || '\)', '@former member', 'gi'), $2::text, '…', 'gi'),
  html = regexp_replace(regexp_replace(html, '<span data-user="' || $2::text || '">[^<]*</span>', '@former member', 'gi'), $2::text, '…', 'gi'), mentioned_user_ids = array_remove(mentioned_user_ids, $2::uuid)
WHERE organization_id = $1 AND body ~* $2::text;

-- FORGET_MENTIONED_BEFORE
--   The same from former texts.
--   $1 organizationId: uuid
--   $2 userId: text
UPDATE comment_versions SET
  body = regexp_replace(regexp_replace(body, '@\[[^][]*\]\(user:' || $2::text || '\)', '@former member', 'gi'), $2::text, '…', 'gi'),
  html = regexp_replace(regexp_replace(html, '<span data-user="' || $2::text || '">[^<]*</span>', '@former member', 'gi'), $2::text, '…', 'gi') WHERE organization_id = $1 AND body ~* $2::text;

-- TIMELINE
--   Comments on a record and its events in the order of their moments, behind one of them; null: from the first.
--   $1 organizationId: uuid
--   $2 recordId: uuid
--   $3 behindAt: timestamp with time zone
--   $4 behindId: uuid
--   $5 limit: integer
--   $6 offset: integer
--   returns id uuid, at timestamp with time zone, atText text, event jsonb
-- where order = asc, withEvents = true
SELECT id, at, at::text AS "atText", event FROM (
  (SELECT c.id, c.created_at AS at, NULL::jsonb AS event FROM comments c
  WHERE c.organization_id = $1 AND c.record_id = $2 AND (c.created_at, c.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
  ORDER BY c.created_at ASC, c.id ASC LIMIT $5::int + $6::int) UNION ALL (SELECT e.id, e.at, jsonb_build_object('id', e.id, 'productId', e.product_id, 'actorKind', e.actor_kind, 'actorId', e.actor_id,
'actorName', e.actor_name, 'type', e.type, 'subjectKind', e.subject_kind, 'subjectId', e.subject_id,
'subjectNumber', e.subject_number, 'subjectTitle', e.subject_title, 'changes', e.changes, 'requestId', e.request_id) AS event FROM events e
  WHERE e.organization_id = $1 AND e.subject_id = $2 AND (e.at, e.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
  ORDER BY e.at ASC, e.id ASC LIMIT $5::int + $6::int)) entries
ORDER BY entries.at ASC, entries.id ASC LIMIT $5::int OFFSET $6::int;
-- where order = asc, withEvents = false
SELECT id, at, at::text AS "atText", event FROM (
  (SELECT c.id, c.created_at AS at, NULL::jsonb AS event FROM comments c
  WHERE c.organization_id = $1 AND c.record_id = $2 AND (c.created_at, c.id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
  ORDER BY c.created_at ASC, c.id ASC LIMIT $5::int + $6::int)) entries
ORDER BY entries.at ASC, entries.id ASC LIMIT $5::int OFFSET $6::int;
-- where order = desc, withEvents = true
SELECT id, at, at::text AS "atText", event FROM (
  (SELECT c.id, c.created_at AS at, NULL::jsonb AS event FROM comments c
  WHERE c.organization_id = $1 AND c.record_id = $2 AND (c.created_at, c.id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  ORDER BY c.created_at DESC, c.id DESC LIMIT $5::int + $6::int) UNION ALL (SELECT e.id, e.at, jsonb_build_object('id', e.id, 'productId', e.product_id, 'actorKind', e.actor_kind, 'actorId', e.actor_id,
'actorName', e.actor_name, 'type', e.type, 'subjectKind', e.subject_kind, 'subjectId', e.subject_id,
'subjectNumber', e.subject_number, 'subjectTitle', e.subject_title, 'changes', e.changes, 'requestId', e.request_id) AS event FROM events e
  WHERE e.organization_id = $1 AND e.subject_id = $2 AND (e.at, e.id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  ORDER BY e.at DESC, e.id DESC LIMIT $5::int + $6::int)) entries
ORDER BY entries.at DESC, entries.id DESC LIMIT $5::int OFFSET $6::int;
-- where order = desc, withEvents = false
SELECT id, at, at::text AS "atText", event FROM (
  (SELECT c.id, c.created_at AS at, NULL::jsonb AS event FROM comments c
  WHERE c.organization_id = $1 AND c.record_id = $2 AND (c.created_at, c.id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  ORDER BY c.created_at DESC, c.id DESC LIMIT $5::int + $6::int)) entries
ORDER BY entries.at DESC, entries.id DESC LIMIT $5::int OFFSET $6::int;

-- COUNT_TIMELINE
--   How many entries a timeline has, with its events and without.
--   $1 organizationId: uuid
--   $2 recordId: uuid
--   returns comments integer, events integer
SELECT (SELECT count(*) FROM comments c WHERE c.organization_id = $1 AND c.record_id = $2)::int AS comments,
  (SELECT count(*) FROM events e WHERE e.organization_id = $1 AND e.subject_id = $2)::int AS events;
