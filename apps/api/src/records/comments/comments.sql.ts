import { sql, type Uuid } from '#libs/database';
import type { CommentedKind } from './comment.entity.js';

/** How many former texts of a comment are kept. */
const KEPT_VERSIONS = 50;

/** Adds a comment to a record, which is locked. `mentionedIssues` is JSON. */
export const ADD = sql<
  [
    organizationId: Uuid,
    id: Uuid,
    productId: Uuid,
    recordKind: CommentedKind,
    recordId: Uuid,
    requirementId: Uuid | null,
    entry: number | null,
    body: string,
    html: string,
    authorUserId: Uuid | null,
    authorKeyId: Uuid | null,
    authorKeyName: string | null,
    mentionedUserIds: readonly Uuid[],
    mentionedIssues: string,
  ],
  { number: number }
>(`
  INSERT INTO comments (organization_id, id, product_id, record_kind, record_id, number, requirement_id, entry, body,
    html,
    author_user_id, author_key_id, author_key_name, mentioned_user_ids, mentioned_issues, created_at)
  SELECT $1::uuid, $2::uuid, $3::uuid, $4::text, $5::uuid,
    (SELECT coalesce(max(c.number), 0) + 1 FROM comments c WHERE c.organization_id = $1 AND c.record_id = $5),
    $6::uuid, $7::int, $8::text, $9::text, $10::uuid, $11::uuid, $12::text, $13::uuid[], $14::jsonb, clock_timestamp()
  RETURNING number`);

/** What was told here of a record by a tracker; `externalId` begins so. `body` null: it was deleted. */
export const FROM_TRACKER = sql<
  [organizationId: Uuid, recordId: Uuid, prefix: string],
  {
    id: Uuid;
    externalId: string;
    body: string | null;
    number: number;
    trackerUserId: Uuid | null;
    hasName: boolean;
  }
>(`
  SELECT id, external_id AS "externalId", body, number, tracker_user_id AS "trackerUserId",
    author_tracker_name IS NOT NULL AS "hasName"
  FROM comments
  WHERE organization_id = $1 AND record_id = $2 AND starts_with(external_id, $3)`);

/** Adds comments of a tracker to an issue, which is locked, by when they were written. `comments` is JSON. */
export const ADD_FROM_TRACKER = sql<
  [organizationId: Uuid, productId: Uuid, recordId: Uuid, trackerKind: string, comments: string],
  { id: Uuid; number: number }
>(`
  INSERT INTO comments (organization_id, id, product_id, record_kind, record_id, number, body, html, tracker_kind,
    author_tracker_name, tracker_user_id, external_id, created_at)
  SELECT $1::uuid, t.id, $2::uuid, 'issue', $3::uuid,
    (SELECT coalesce(max(c.number), 0) FROM comments c WHERE c.organization_id = $1 AND c.record_id = $3)
      + row_number() OVER (ORDER BY t.at, t.id),
    t.body, t.html, $4::text, t.author, t."userId", t."externalId", t.at
  FROM json_to_recordset($5::json)
    AS t(id uuid, "externalId" text, author text, "userId" uuid, body text, html text, at timestamptz)
  RETURNING id, number`);

/** Says which members wrote comments of a tracker. */
export const SET_TRACKER_USERS = sql<[organizationId: Uuid, ids: readonly Uuid[], userIds: readonly Uuid[]]>(`
  UPDATE comments c SET tracker_user_id = t.user_id FROM unnest($2::uuid[], $3::uuid[]) AS t(id, user_id)
  WHERE c.organization_id = $1 AND c.id = t.id`);

/** Gives a comment another text, and keeps the one that it has, which is locked. */
export const EDIT = sql<
  [
    organizationId: Uuid,
    id: Uuid,
    body: string,
    html: string,
    mentionedUserIds: readonly Uuid[],
    mentionedIssues: string,
  ]
>(`
  WITH kept AS (
    INSERT INTO comment_versions (organization_id, comment_id, revision, body, html, written_at)
    SELECT c.organization_id, c.id, c.revision, c.body, c.html, coalesce(c.edited_at, c.created_at)
    FROM comments c WHERE c.organization_id = $1 AND c.id = $2
  ), forgotten AS (
    DELETE FROM comment_versions v WHERE v.organization_id = $1 AND v.comment_id = $2 AND v.revision <=
      (SELECT c.revision - ${KEPT_VERSIONS} FROM comments c WHERE c.organization_id = $1 AND c.id = $2)
  )
  UPDATE comments SET body = $3, html = $4, mentioned_user_ids = $5, mentioned_issues = $6::jsonb,
    edited_at = clock_timestamp(), revision = revision + 1
  WHERE organization_id = $1 AND id = $2`);

/** Leaves of a comment only that there was one. */
export const DELETE = sql<[organizationId: Uuid, id: Uuid]>(`
  WITH forgotten AS (DELETE FROM comment_versions WHERE organization_id = $1 AND comment_id = $2)
  UPDATE comments SET body = NULL, html = NULL, author_user_id = NULL, author_key_id = NULL, author_key_name = NULL,
    author_tracker_name = NULL, tracker_user_id = NULL,
    mentioned_user_ids = '{}', mentioned_issues = '[]', deleted_at = clock_timestamp(), revision = revision + 1
  WHERE organization_id = $1 AND id = $2`);

/** Deletes all comments on some records. */
export const DELETE_OF_RECORDS = sql<[organizationId: Uuid, recordIds: readonly Uuid[]], { id: Uuid }>(
  'DELETE FROM comments WHERE organization_id = $1 AND record_id = ANY ($2::uuid[]) RETURNING id',
);

/** Texts that a comment had before. */
export const LIST_VERSIONS = sql<
  [organizationId: Uuid, commentId: Uuid],
  { body: string; html: string; writtenAt: Date }
>(`
  SELECT body, html, written_at AS "writtenAt" FROM comment_versions
  WHERE organization_id = $1 AND comment_id = $2 ORDER BY revision DESC`);

/** Those of these people who are members. */
export const NAMES_OF_MEMBERS = sql<[organizationId: Uuid, userIds: readonly Uuid[]], { id: Uuid; name: string }>(`
  SELECT u.id, u.name FROM members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND m.user_id = ANY ($2::uuid[])`);

/** Comments stay without their author when the account is deleted. */
export const FORGET_AUTHOR = sql<[organizationId: Uuid, userId: Uuid]>(
  'UPDATE comments SET author_user_id = NULL WHERE organization_id = $1 AND author_user_id = $2',
);

/** The same of what they said in a tracker. */
export const FORGET_TRACKER_NAME = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE comments SET author_tracker_name = NULL, tracker_user_id = NULL
  WHERE organization_id = $1 AND tracker_user_id = $2`);

const FORMER_MEMBER = '@former member';
const withoutPerson = (): string => `
    body = regexp_replace(regexp_replace(body, '@\\[[^][]*\\]\\(user:' || $2::text || '\\)', '${FORMER_MEMBER}', 'gi'), $2::text, '…', 'gi'),
    html = regexp_replace(regexp_replace(html, '<span data-user="' || $2::text || '">[^<]*</span>', '${FORMER_MEMBER}', 'gi'), $2::text, '…', 'gi')`;

/** Takes a person from what mentions them. */
export const FORGET_MENTIONED = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE comments SET ${withoutPerson()}, mentioned_user_ids = array_remove(mentioned_user_ids, $2::uuid)
  WHERE organization_id = $1 AND body ~* $2::text`);

/** The same from former texts. */
export const FORGET_MENTIONED_BEFORE = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE comment_versions SET ${withoutPerson()} WHERE organization_id = $1 AND body ~* $2::text`);
