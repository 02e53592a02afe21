-- The statements of conformance, as they are sent. Written by `npm run sql`.

-- CLEAR_AUDIT
--   Drafts lose an audit that is deleted; where it was the first, the next one is.
--   $1 organizationId: uuid
--   $2 auditId: uuid
UPDATE conformance_reports SET revision = revision + 1,
  audit_id = CASE WHEN audit_id = $2 THEN further_audit_ids[1] ELSE audit_id END,
  further_audit_ids = CASE WHEN audit_id = $2 THEN further_audit_ids[2:] ELSE array_remove(further_audit_ids, $2) END
WHERE organization_id = $1 AND status = 'draft'
  AND (audit_id = $2 OR (further_audit_ids <> '{}' AND $2 = ANY (further_audit_ids)));

-- CLEAR_STANDARD
--   Drafts lose a standard (null: none) and levels that are deleted.
--   $1 organizationId: uuid
--   $2 standardId: uuid
--   $3 levelIds: uuid[]
UPDATE conformance_reports SET standard_id = nullif(standard_id, $2::uuid),
  conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END,
  revision = revision + 1
WHERE organization_id = $1 AND status = 'draft' AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]));

-- DELETE_TOKENS_OF_PRODUCT
--   $1 organizationId: uuid
--   $2 productId: uuid
DELETE FROM conformance_tokens WHERE organization_id = $1 AND product_id = $2;

-- CLEAR_PERSON
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE conformance_verdicts SET stated_by_user_id = NULL WHERE organization_id = $1 AND stated_by_user_id = $2;

-- PUBLICATION
--   A published report, as its public address asks for it.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 number: integer
--   returns organizationId uuid, productId uuid, id uuid, status text, standardId uuid, conformanceLevelId uuid, furtherStandards jsonb, sha256 text, publishedAt timestamp with time zone, validUntil timestamp with time zone, supersededAt timestamp with time zone, withdrawnAt timestamp with time zone, reviewedAt timestamp with time zone, archivedAt timestamp with time zone, isOn boolean
SELECT r.organization_id AS "organizationId", r.product_id AS "productId", r.id, r.status,
  r.standard_id AS "standardId",
  r.conformance_level_id AS "conformanceLevelId", r.further_standards AS "furtherStandards", r.sha256,
  r.published_at AS "publishedAt", r.valid_until AS "validUntil", r.superseded_at AS "supersededAt",
  r.withdrawn_at AS "withdrawnAt", r.reviewed_at AS "reviewedAt", p.archived_at AS "archivedAt",
  'conformance' = ANY (o.enabled_modules) AS "isOn"
FROM conformance_reports r
JOIN products p ON p.organization_id = $1 AND p.id = r.product_id
JOIN organizations o ON o.id = $1 AND o.deleted_at IS NULL
WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = $3;

-- ISSUES_AGAINST
--   Open issues, from kept counts, and those that were open when a verdict was stated. `judged` are `Judged`.
--   Requirements that no issue speaks against are left out.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 judged: json
--   $4 standardIds: uuid[]
--   returns requirementId uuid, open integer, openThen boolean
WITH judged AS MATERIALIZED (
SELECT "requirementId" AS requirement_id, "statedAt" AS stated_at, supports
FROM json_to_recordset($3::json) AS judged("requirementId" uuid, "statedAt" timestamptz, supports boolean)), kept AS MATERIALIZED (
  SELECT requirement_id AS linked_id, sum(value)::int AS open
  FROM open_issue_counts c, unnest(c.requirement_ids) AS requirement_id
  WHERE c.organization_id = $1 AND c.product_id = $2 AND c.value > 0 GROUP BY 1
), closed AS MATERIALIZED (
  SELECT l.requirement_id AS linked_id, i.created_at, i.closed_at FROM issues i
  JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = i.id
  WHERE i.organization_id = $1 AND i.product_id = $2 AND i.closed_at > (SELECT min(stated_at) FROM judged)
    AND i.created_at <= (SELECT max(stated_at) FROM judged)
  UNION ALL
  SELECT g.requirement_id, g.opened_at, g.ended_at FROM conformance_gone_issues g
  WHERE g.organization_id = $1 AND g.product_id = $2 AND g.ended_at > (SELECT min(stated_at) FROM judged)
), linked AS MATERIALIZED (SELECT linked_id FROM kept UNION SELECT linked_id FROM closed), candidates AS MATERIALIZED (
  SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY r.standard_id, criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? p.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p
  WHERE r.standard_id = ANY ($4::uuid[]) AND (r.applies_to IS NULL OR r.id = ANY (p.drawn_in)
  OR (r.applies_to -> 'types' ? p.type::text OR r.applies_to -> 'features' ?| p.features)
    AND to_jsonb(p.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), meant AS MATERIALIZED (
SELECT linked_id, requirement_id, stated_at, supports FROM linked
JOIN judged ON judged.requirement_id = linked.linked_id
UNION
SELECT linked_id, judged.requirement_id, stated_at, supports FROM linked
JOIN requirements r ON r.id = linked.linked_id
JOIN standards s ON s.id = r.standard_id
JOIN answers ON ARRAY[answers.criterion] = r.wcag JOIN judged ON judged.requirement_id = answers.requirement_id
WHERE r.standard_id <> answers.standard_id AND (s.organization_id IS NULL OR s.organization_id = $1))
SELECT requirement_id AS "requirementId", coalesce(sum(kept.open), 0)::int AS open,
  bool_or(EXISTS (SELECT FROM closed WHERE closed.linked_id = meant.linked_id AND created_at <= stated_at
    AND closed_at > stated_at)) AS "openThen"
FROM meant LEFT JOIN kept USING (linked_id)
GROUP BY 1;

-- KNOWN_SINCE
--   Of each requirement the first issue that is open, else the last that ended since; and each that is open of which a
--   reason is told. `judged` are `Claim`.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 judged: json
--   $4 standardIds: uuid[]
--   $5 reportId: uuid
--   $6 since: timestamp with time zone
--   returns requirementId uuid, openedAt timestamp with time zone, endedAt timestamp with time zone, wasClosed boolean, reason text, reasonedAt timestamp with time zone, barriers integer, barriersByStandard json, severeSince timestamp with time zone
WITH judged AS MATERIALIZED (
SELECT "requirementId" AS requirement_id, "statedAt" AS stated_at, supports
FROM json_to_recordset($3::json) AS judged("requirementId" uuid, "statedAt" timestamptz, supports boolean)), known AS MATERIALIZED (
  SELECT l.requirement_id AS linked_id, i.id AS issue_id, i.number, i.severity, i.created_at, i.reopened_at,
    NULL::timestamptz AS ended_at, false AS was_closed
  FROM issues i JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = i.id
  WHERE i.organization_id = $1 AND i.product_id = $2 AND i.state = 'open'
  UNION ALL
  SELECT l.requirement_id, NULL, NULL, NULL, i.created_at, NULL, i.closed_at, true FROM issues i
  JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = i.id
  WHERE i.organization_id = $1 AND i.product_id = $2 AND i.closed_at > $6::timestamptz
  UNION ALL
  SELECT g.requirement_id, NULL, NULL, NULL, g.opened_at, NULL, g.ended_at, g.was_closed
  FROM conformance_gone_issues g
  WHERE g.organization_id = $1 AND g.product_id = $2 AND g.ended_at > $6::timestamptz
), linked AS MATERIALIZED (SELECT DISTINCT linked_id FROM known), candidates AS MATERIALIZED (
  SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY r.standard_id, criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? p.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p
  WHERE r.standard_id = ANY ($4::uuid[]) AND (r.applies_to IS NULL OR r.id = ANY (p.drawn_in)
  OR (r.applies_to -> 'types' ? p.type::text OR r.applies_to -> 'features' ?| p.features)
    AND to_jsonb(p.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), meant AS MATERIALIZED (
SELECT linked_id, requirement_id, stated_at, supports FROM linked
JOIN judged ON judged.requirement_id = linked.linked_id
UNION
SELECT linked_id, judged.requirement_id, stated_at, supports FROM linked
JOIN requirements r ON r.id = linked.linked_id
JOIN standards s ON s.id = r.standard_id
JOIN answers ON ARRAY[answers.criterion] = r.wcag JOIN judged ON judged.requirement_id = answers.requirement_id
WHERE r.standard_id <> answers.standard_id AND (s.organization_id IS NULL OR s.organization_id = $1)), said AS MATERIALIZED (
  SELECT meant.requirement_id, meant.supports, known.issue_id, severity, created_at, ended_at, was_closed, c.reason,
    c.reasoned_at,
    ended_at IS NULL AND c.reason IS NULL AS is_against
  FROM meant JOIN known USING (linked_id)
  LEFT JOIN conformance_contradictions c ON c.organization_id = $1 AND c.report_id = $5
    AND c.issue_id = known.issue_id AND (known.reopened_at IS NULL OR c.reasoned_at >= known.reopened_at)
)
SELECT DISTINCT ON (requirement_id, CASE WHEN reason IS NOT NULL THEN issue_id END) requirement_id AS "requirementId",
  created_at AS "openedAt",
  ended_at AS "endedAt", was_closed AS "wasClosed", reason, reasoned_at AS "reasonedAt",
  (SELECT count(DISTINCT issue_id)::int FROM said WHERE is_against) AS barriers,
  (SELECT coalesce(json_object_agg(place - 1, count), '{}') FROM (
    SELECT array_position($4::uuid[], r.standard_id) AS place, count(DISTINCT issue_id)
    FROM said JOIN requirements r ON r.id = said.requirement_id WHERE is_against GROUP BY 1) of_standard
    WHERE place IS NOT NULL) AS "barriersByStandard",
  (SELECT min(created_at) FROM said WHERE is_against AND severity = 'high' AND supports) AS "severeSince"
FROM said
ORDER BY requirement_id, CASE WHEN reason IS NOT NULL THEN issue_id END, ended_at IS NOT NULL,
  CASE WHEN ended_at IS NULL THEN created_at END, ended_at DESC;

-- UNLINKED
--   How many open issues of a product are linked to nothing that means one requirement of these standards.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 standardIds: uuid[]
--   returns unlinked integer
WITH counted AS MATERIALIZED (
  SELECT requirement_ids, sum(value)::int AS n FROM open_issue_counts
  WHERE organization_id = $1 AND product_id = $2 GROUP BY 1 HAVING sum(value) > 0
), elsewhere AS MATERIALIZED (
  SELECT r.id AS linked_id, r.wcag FROM requirements r JOIN standards s ON s.id = r.standard_id
  WHERE r.id IN (SELECT unnest(requirement_ids) FROM counted) AND r.standard_id <> ALL ($3::uuid[])
    AND (s.organization_id IS NULL OR s.organization_id = $1)
), candidates AS MATERIALIZED (
  SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY r.standard_id, criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? p.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p
  WHERE r.standard_id = ANY ($3::uuid[]) AND (r.applies_to IS NULL OR r.id = ANY (p.drawn_in)
  OR (r.applies_to -> 'types' ? p.type::text OR r.applies_to -> 'features' ?| p.features)
    AND to_jsonb(p.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), unguessed AS MATERIALIZED (
  SELECT linked_id FROM elsewhere
  WHERE cardinality(wcag) > 1 OR (
    wcag && ARRAY(SELECT criterion FROM candidates) AND NOT wcag && ARRAY(SELECT criterion FROM answers))
)
SELECT coalesce(sum(n), 0)::int AS unlinked FROM counted
WHERE requirement_ids <@ ARRAY(SELECT linked_id FROM unguessed);

-- CONTRADICTIONS
--   The open issues that contradict a published report, the oldest first; `number`: that of one of them, null: of all.
--   `judged` are `Claim`.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 judged: json
--   $4 standardIds: uuid[]
--   $5 reportId: uuid
--   $6 number: integer
--   $7 limit: bigint
--   returns issueId uuid, issueNumber integer, severity rating, openedAt timestamp with time zone, requirementIds uuid[], reason text, reasonedAt timestamp with time zone, total integer
WITH judged AS MATERIALIZED (
SELECT "requirementId" AS requirement_id, "statedAt" AS stated_at, supports
FROM json_to_recordset($3::json) AS judged("requirementId" uuid, "statedAt" timestamptz, supports boolean)), known AS MATERIALIZED (
  SELECT l.requirement_id AS linked_id, i.id AS issue_id, i.number, i.severity, i.created_at, i.reopened_at,
    NULL::timestamptz AS ended_at, false AS was_closed
  FROM issues i JOIN issue_requirements l ON l.organization_id = $1 AND l.issue_id = i.id
  WHERE i.organization_id = $1 AND i.product_id = $2 AND i.state = 'open' AND ($6::int IS NULL OR i.number = $6)
), linked AS MATERIALIZED (SELECT DISTINCT linked_id FROM known), candidates AS MATERIALIZED (
  SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY r.standard_id, criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? p.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p
  WHERE r.standard_id = ANY ($4::uuid[]) AND (r.applies_to IS NULL OR r.id = ANY (p.drawn_in)
  OR (r.applies_to -> 'types' ? p.type::text OR r.applies_to -> 'features' ?| p.features)
    AND to_jsonb(p.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), meant AS MATERIALIZED (
SELECT linked_id, requirement_id, stated_at, supports FROM linked
JOIN judged ON judged.requirement_id = linked.linked_id
UNION
SELECT linked_id, judged.requirement_id, stated_at, supports FROM linked
JOIN requirements r ON r.id = linked.linked_id
JOIN standards s ON s.id = r.standard_id
JOIN answers ON ARRAY[answers.criterion] = r.wcag JOIN judged ON judged.requirement_id = answers.requirement_id
WHERE r.standard_id <> answers.standard_id AND (s.organization_id IS NULL OR s.organization_id = $1))
SELECT known.issue_id AS "issueId", known.number AS "issueNumber", known.severity, known.created_at AS "openedAt",
  array_agg(DISTINCT meant.requirement_id) AS "requirementIds", c.reason, c.reasoned_at AS "reasonedAt",
    count(*) OVER ()::int AS total
FROM meant JOIN known USING (linked_id)
  LEFT JOIN conformance_contradictions c ON c.organization_id = $1 AND c.report_id = $5
    AND c.issue_id = known.issue_id AND (known.reopened_at IS NULL OR c.reasoned_at >= known.reopened_at)
GROUP BY 1, 2, 3, 4, 6, 7 ORDER BY 2 LIMIT $7;

-- TELL_REASON
--   Tells why an issue does not contradict a report, from now on.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 issueId: uuid
--   $4 reason: text
--   $5 reasonedAt: timestamp with time zone
INSERT INTO conformance_contradictions (organization_id, report_id, issue_id, reason, reasoned_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT ON CONSTRAINT pk_conformance_contradictions DO UPDATE SET reason = excluded.reason,
  reasoned_at = excluded.reasoned_at;

-- REASON_OF_ISSUE
--   What is told of an issue.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 reportId: uuid
--   $4 issueNumber: integer
--   returns issueId uuid, reason text
SELECT i.id AS "issueId", c.reason FROM issues i
  LEFT JOIN conformance_contradictions c ON c.organization_id = $1 AND c.report_id = $3
    AND c.issue_id = i.id AND (i.reopened_at IS NULL OR c.reasoned_at >= i.reopened_at)
WHERE i.organization_id = $1 AND i.product_id = $2 AND i.number = $4;

-- TAKE_REASON_BACK
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 issueId: uuid
DELETE FROM conformance_contradictions WHERE organization_id = $1 AND report_id = $2 AND issue_id = $3;

-- SIZE_OF_REASONS
--   How much is told of the issues of a report, in bytes.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   returns bytes integer
SELECT coalesce(sum(octet_length(reason)), 0)::int AS bytes FROM conformance_contradictions WHERE organization_id = $1
  AND report_id = $2;

-- KEEP_GONE_ISSUES
--   Null: of all issues, or to all requirements.
--   $1 organizationId: uuid
--   $2 issueIds: uuid[]
--   $3 requirementIds: uuid[]
--   $4 kept: uuid[]
--   $5 endedAt: timestamp with time zone
INSERT INTO conformance_gone_issues AS known (organization_id, product_id, requirement_id, opened_at, ended_at,
  was_closed)
SELECT DISTINCT ON (i.product_id, l.requirement_id, i.created_at)
  i.organization_id, i.product_id, l.requirement_id, i.created_at, coalesce(i.closed_at, $5::timestamptz),
    i.closed_at IS NOT NULL
FROM issue_requirements l JOIN issues i ON i.organization_id = $1 AND i.id = l.issue_id
WHERE l.organization_id = $1 AND ($2::uuid[] IS NULL OR l.issue_id = ANY ($2))
  AND ($3::uuid[] IS NULL OR l.requirement_id = ANY ($3))
  AND l.requirement_id <> ALL ($4::uuid[])
  AND EXISTS (SELECT FROM conformance_reports r WHERE r.organization_id = $1 AND r.product_id = i.product_id)
ORDER BY i.product_id, l.requirement_id, i.created_at, coalesce(i.closed_at, $5::timestamptz) DESC
ON CONFLICT ON CONSTRAINT pk_conformance_gone_issues DO UPDATE SET ended_at = excluded.ended_at,
  was_closed = excluded.was_closed
WHERE known.ended_at < excluded.ended_at;

-- LOCK_FIRST
--   Locks the first of the reports that are revisions of each other. What was published is never deleted, and what it
--   revises never changes: the walk needs no lock.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 number: integer
--   returns number integer
WITH RECURSIVE back AS (
  SELECT r.number, r.revision_of FROM conformance_reports r
  WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = $3
  UNION ALL
  SELECT r.number, r.revision_of FROM back
  JOIN conformance_reports r ON r.organization_id = $1 AND r.product_id = $2 AND r.number = back.revision_of)
SELECT r.number FROM conformance_reports r
WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = (SELECT number FROM back WHERE revision_of IS NULL)
FOR UPDATE;

-- STANDING
--   What is said at present by the revisions of a first report.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 first: integer
--   returns id uuid
WITH RECURSIVE family AS (
  SELECT r.id, r.number, r.superseded_at FROM conformance_reports r
  WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = $3
  UNION ALL
  SELECT r.id, r.number, r.superseded_at FROM family
  JOIN conformance_reports r ON r.organization_id = $1 AND r.product_id = $2 AND r.revision_of = family.number
    AND r.status <> 'draft')
SELECT id FROM family WHERE superseded_at IS NULL;

-- COPY_VERDICTS
--   Verdicts keep who stated them, and when.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 toReportId: uuid
INSERT INTO conformance_verdicts (organization_id, report_id, requirement_id, component, verdict, remarks, reason,
  alternative,
  plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, revision)
SELECT $1::uuid, $3::uuid, requirement_id, component, verdict, remarks, reason, alternative,
  plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, 1
FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2;

-- INSERT_DOCUMENT
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 document: text
--   $4 requirementIds: uuid[]
--   $5 pages: text
INSERT INTO conformance_documents (organization_id, report_id, document, requirement_ids, pages)
VALUES ($1, $2, $3, $4, $5);

-- DELETE_OTHER_VERDICTS
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 requirementIds: uuid[]
DELETE FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2
  AND requirement_id <> ALL ($3::uuid[]);

-- FROZEN_DOCUMENT
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   returns text text, requirementIds uuid[]
SELECT document AS text, requirement_ids AS "requirementIds" FROM conformance_documents WHERE organization_id = $1
  AND report_id = $2;

-- FROZEN_PAGES
--   What its audits had found on pages; null: nothing.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   returns pages text
SELECT pages FROM conformance_documents WHERE organization_id = $1 AND report_id = $2;

-- INSERT_TOKEN
--   $1 tokenHash: bytea
--   $2 organizationId: uuid
--   $3 productId: uuid
--   $4 number: integer
INSERT INTO conformance_tokens (token_hash, organization_id, product_id, number) VALUES ($1, $2, $3, $4);

-- DELETE_TOKENS
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 number: integer
DELETE FROM conformance_tokens WHERE organization_id = $1 AND product_id = $2 AND number = $3;

-- MOVE_TOKENS
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 from: integer
--   $4 to: integer
UPDATE conformance_tokens SET number = $4 WHERE organization_id = $1 AND product_id = $2 AND number = $3;

-- PLACE_OF_TOKEN
--   $1 tokenHash: bytea
--   returns organizationId uuid, productId uuid, number integer
SELECT organization_id AS "organizationId", product_id AS "productId", number FROM conformance_tokens
WHERE token_hash = $1;

-- NEXT_TOKENS
--   $1 organizationId: uuid
--   $2 after: uuid
--   $3 prefix: text
--   $4 count: bigint
--   returns organizationId uuid, row uuid, stored text
/* all organizations: encrypt_stored_secrets */
SELECT organization_id AS "organizationId", id AS row, public_token AS stored FROM conformance_reports
WHERE ($1::uuid IS NULL OR (organization_id, id) > ($1, $2::uuid)) AND NOT starts_with(public_token, $3)
ORDER BY organization_id, id LIMIT $4;

-- REPLACE_TOKENS
--   $1 organizationIds: uuid[]
--   $2 ids: uuid[]
--   $3 stored: text[]
--   $4 encrypted: text[]
/* all organizations: encrypt_stored_secrets */
UPDATE conformance_reports t SET public_token = r.encrypted
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS r(organization_id, id, stored, encrypted)
WHERE t.organization_id = r.organization_id AND t.id = r.id AND t.public_token = r.stored;

-- KEYS_OF_TOKENS
--   returns keyId text, count integer
/* all organizations: encrypt_stored_secrets */
SELECT CASE WHEN starts_with(public_token, 'v1.') THEN split_part(public_token, '.', 2) END AS "keyId",
  count(*)::int AS count
FROM conformance_reports WHERE public_token IS NOT NULL GROUP BY 1;

-- UNTRIAGED
--   The requirements of a standard that findings fail which wait to be triaged, from kept counts.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 standardId: uuid
--   $4 now: timestamp with time zone
--   returns requirementId uuid
WITH candidates AS MATERIALIZED (
  SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY r.standard_id, criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? p.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p
  WHERE r.standard_id = $3 AND (r.applies_to IS NULL OR r.id = ANY (p.drawn_in)
  OR (r.applies_to -> 'types' ? p.type::text OR r.applies_to -> 'features' ?| p.features)
    AND to_jsonb(p.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), failures AS MATERIALIZED (
  SELECT criterion, requirement_id FROM answers
  UNION
  SELECT criterion, requirement_id FROM candidates
  WHERE (SELECT organization_id IS NOT NULL FROM standards WHERE id = $3)
  UNION
  SELECT 'rgaa:' || split_part(r.name, ' ', 1), r.id FROM requirements r
  WHERE r.standard_id = $3 AND $3 = 'b1f6a3b1-c8f0-5981-8fad-7095ebd8acb3'
), pending AS MATERIALIZED (
  SELECT DISTINCT criteria FROM pending_counts
  WHERE organization_id = $1 AND product_id = $2 AND pending_from <= $4::timestamptz AND value > 0
)
SELECT DISTINCT failures.requirement_id AS "requirementId" FROM pending
CROSS JOIN LATERAL unnest(ARRAY(
    SELECT criterion FROM unnest(pending.criteria) AS criterion
    WHERE criterion LIKE 'rgaa:%' = (pending.criteria && ARRAY(SELECT criterion FROM failures WHERE criterion LIKE 'rgaa:%')))) AS said JOIN failures ON failures.criterion = said;

-- REQUIREMENTS_OF_STANDARD
--   The requirements of a standard in its order: thousands, of which entities would take long to be made.
--   $1 standardId: uuid
--   returns id uuid, name text, levelId uuid, groupId uuid, appliesTo jsonb, wcag text[]
SELECT id, name, level_id AS "levelId", group_id AS "groupId", applies_to AS "appliesTo", wcag
FROM requirements WHERE standard_id = $1 ORDER BY sort_order, id;

-- SUGGESTIONS
--   What issues, findings and tests say of the requirements of a standard, in its order.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 standardId: uuid
--   $4 now: timestamp with time zone
--   returns requirementId uuid, issues integer[], findings integer, testActivities integer[]
WITH own AS MATERIALIZED (
  SELECT id, row_number() OVER (ORDER BY sort_order, id) AS place FROM requirements WHERE standard_id = $3
), open AS MATERIALIZED (
  SELECT requirement_set, number FROM (
    SELECT i.requirement_set, i.number, row_number() OVER (PARTITION BY i.requirement_set ORDER BY i.number) AS n
    FROM issues i
    WHERE i.organization_id = $1 AND i.product_id = $2 AND i.state = 'open'
      AND i.requirement_set <> sha256('')) numbered
  WHERE n <= 50
), linked AS MATERIALIZED (
  SELECT DISTINCT requirement_id AS linked_id, c.requirement_set FROM open_issue_counts c,
    unnest(c.requirement_ids) AS requirement_id
  WHERE c.organization_id = $1 AND c.product_id = $2 AND c.value > 0
), candidates AS MATERIALIZED (
  SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY r.standard_id, criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? p.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p
  WHERE r.standard_id = $3 AND (r.applies_to IS NULL OR r.id = ANY (p.drawn_in)
  OR (r.applies_to -> 'types' ? p.type::text OR r.applies_to -> 'features' ?| p.features)
    AND to_jsonb(p.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), failures AS MATERIALIZED (
  SELECT criterion, requirement_id FROM answers
  UNION
  SELECT criterion, requirement_id FROM candidates
  WHERE (SELECT organization_id IS NOT NULL FROM standards WHERE id = $3)
  UNION
  SELECT 'rgaa:' || split_part(r.name, ' ', 1), r.id FROM requirements r
  WHERE r.standard_id = $3 AND $3 = 'b1f6a3b1-c8f0-5981-8fad-7095ebd8acb3'
), meant AS MATERIALIZED (
  SELECT own.id, linked.requirement_set FROM linked JOIN own ON own.id = linked.linked_id
  UNION
  SELECT own.id, linked.requirement_set FROM linked JOIN requirements r ON r.id = linked.linked_id
  JOIN standards s ON s.id = r.standard_id JOIN answers ON ARRAY[answers.criterion] = r.wcag
  JOIN own ON own.id = answers.requirement_id
  WHERE r.standard_id <> $3 AND (s.organization_id IS NULL OR s.organization_id = $1)
), named AS MATERIALIZED (
  SELECT id, number FROM (
    SELECT meant.id, open.number, row_number() OVER (PARTITION BY meant.id ORDER BY open.number) AS n
    FROM meant JOIN open USING (requirement_set)) numbered
  WHERE n <= 50
), brought AS MATERIALIZED (
  SELECT cited.number, t.number AS test FROM (SELECT DISTINCT number FROM named) cited
  CROSS JOIN LATERAL (
    SELECT i.test_activity_id FROM issues i
    WHERE i.organization_id = $1 AND i.product_id = $2 AND i.number = cited.number LIMIT 1) i
  CROSS JOIN LATERAL (SELECT t.number FROM test_activities t WHERE t.organization_id = $1
    AND t.id = i.test_activity_id LIMIT 1) t
), issues_of AS MATERIALIZED (
  SELECT id, array_agg(number ORDER BY number) AS numbers FROM named GROUP BY id
), tests_of AS MATERIALIZED (
  SELECT id, array_agg(DISTINCT test ORDER BY test) AS numbers FROM named JOIN brought USING (number) GROUP BY id
), pending AS MATERIALIZED (
  SELECT criteria, sum(value)::int AS value FROM pending_counts
  WHERE organization_id = $1 AND product_id = $2 AND pending_from <= $4::timestamptz AND value > 0 GROUP BY 1
)
SELECT own.id AS "requirementId", coalesce(issues_of.numbers, '{}') AS issues,
  (SELECT coalesce(sum(value), 0)::int FROM pending
    WHERE ARRAY(
    SELECT criterion FROM unnest(pending.criteria) AS criterion
    WHERE criterion LIKE 'rgaa:%' = (pending.criteria && ARRAY(SELECT criterion FROM failures WHERE criterion LIKE 'rgaa:%'))) && ARRAY(SELECT criterion FROM failures
      WHERE requirement_id = own.id)) AS findings,
  coalesce(tests_of.numbers, '{}') AS "testActivities"
FROM own LEFT JOIN issues_of USING (id) LEFT JOIN tests_of USING (id) ORDER BY own.place;

-- STORE_VERDICTS
--   A verdict that was there gets the next revision; a new one, one that was never used. `statements` are
--   `VerdictStatement`.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 statements: json
--   $4 statedByUserId: uuid
--   $5 statedByName: text
--   $6 statedAt: timestamp with time zone
--   $7 takenBack: integer
INSERT INTO conformance_verdicts AS v (organization_id, report_id, requirement_id, component, verdict, remarks,
  reason, alternative,
  plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, revision)
SELECT $1::uuid, $2::uuid, "requirementId", component, verdict, remarks, reason, alternative, "plainDescription",
  "burdenAssessment",
  evidence, "fromGroup", $4::uuid, $5, $6::timestamptz, $7::int + 1
FROM json_to_recordset($3::json) AS said("requirementId" uuid, component text, verdict text, remarks text,
  reason text, alternative text,
  "plainDescription" text, "burdenAssessment" text, evidence jsonb, "fromGroup" boolean)
ON CONFLICT ON CONSTRAINT pk_conformance_verdicts DO UPDATE SET verdict = excluded.verdict,
  remarks = excluded.remarks,
  reason = excluded.reason, alternative = excluded.alternative,
  plain_description = excluded.plain_description, burden_assessment = excluded.burden_assessment,
    evidence = excluded.evidence, from_group = excluded.from_group,
  stated_by_user_id = excluded.stated_by_user_id, stated_by_name = excluded.stated_by_name,
    stated_at = excluded.stated_at,
  revision = v.revision + 1;

-- VERDICTS_OF_REPORT
--   All that is said in a report: thousands, of which entities would take long to be made.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   returns organizationId uuid, reportId uuid, requirementId uuid, component text, verdict text, remarks text, reason text, alternative text, plainDescription text, burdenAssessment text, evidence jsonb, fromGroup boolean, statedByUserId uuid, statedByName text, statedAt timestamp with time zone, revision integer
SELECT organization_id AS "organizationId", report_id AS "reportId", requirement_id AS "requirementId", component,
  verdict, remarks, reason,
  alternative, plain_description AS "plainDescription", burden_assessment AS "burdenAssessment", evidence,
    from_group AS "fromGroup",
  stated_by_user_id AS "statedByUserId", stated_by_name AS "statedByName", stated_at AS "statedAt", revision
FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2;

-- CLAIMS_OF_REPORT
--   What a report claims, of each verdict.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   returns requirementId uuid, component text, verdict text, statedByName text, statedAt timestamp with time zone
SELECT requirement_id AS "requirementId", component, verdict, stated_by_name AS "statedByName",
  stated_at AS "statedAt"
FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2;

-- SIZE_OF_REPORT
--   How much the verdicts of a report say, in bytes.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 standardIds: uuid[]
--   returns bytes integer
SELECT coalesce(sum(coalesce(octet_length(v.remarks), 0) + coalesce(octet_length(v.alternative), 0)
  + coalesce(octet_length(v.plain_description), 0) + coalesce(octet_length(v.burden_assessment), 0)
  + 100 * jsonb_array_length(v.evidence)), 0)::int AS bytes
FROM conformance_verdicts v JOIN requirements r ON r.id = v.requirement_id
WHERE v.organization_id = $1 AND v.report_id = $2 AND r.standard_id = ANY ($3::uuid[]);

-- DELETE_VERDICTS
--   `keys` are of verdicts.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 keys: json
--   returns revision integer
DELETE FROM conformance_verdicts WHERE organization_id = $1 AND report_id = $2
  AND (requirement_id, component) IN (
    SELECT "requirementId", component FROM json_to_recordset($3::json) AS said("requirementId" uuid, component text))
RETURNING revision;

-- COPY_TO_PLACES
--   Verdicts as other places have them, with who stated them, and when. `copies` are `VerdictCopy`.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 copies: json
--   $4 takenBack: integer
INSERT INTO conformance_verdicts AS v (organization_id, report_id, requirement_id, component, verdict, remarks,
  reason, alternative,
  plain_description, burden_assessment, evidence, from_group, stated_by_user_id, stated_by_name, stated_at, revision)
SELECT $1::uuid, $2::uuid, "requirementId", copied.component, f.verdict, f.remarks, f.reason, f.alternative,
  f.plain_description,
  f.burden_assessment, f.evidence, f.from_group, f.stated_by_user_id, f.stated_by_name, f.stated_at, $4::int + 1
FROM json_to_recordset($3::json) AS copied("fromRequirementId" uuid, "fromComponent" text, "requirementId" uuid,
  component text)
JOIN conformance_verdicts f ON f.organization_id = $1 AND f.report_id = $2 AND f.requirement_id = "fromRequirementId"
  AND f.component = "fromComponent"
ON CONFLICT ON CONSTRAINT pk_conformance_verdicts DO UPDATE SET verdict = excluded.verdict,
  remarks = excluded.remarks,
  reason = excluded.reason, alternative = excluded.alternative,
  plain_description = excluded.plain_description, burden_assessment = excluded.burden_assessment,
    evidence = excluded.evidence, from_group = excluded.from_group,
  stated_by_user_id = excluded.stated_by_user_id, stated_by_name = excluded.stated_by_name,
    stated_at = excluded.stated_at,
  revision = v.revision + 1;

-- REMEMBER_REVISION
--   The report remembers the highest revision of what was taken back.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   $3 revision: integer
UPDATE conformance_reports SET taken_back = greatest(taken_back, $3::int) WHERE organization_id = $1 AND id = $2;

-- REQUIREMENTS_OF_GROUP
--   The requirements of a group and of those within it; no row where no standard has such a group.
--   $1 standardIds: uuid[]
--   $2 groupId: uuid
--   returns ids uuid[]
WITH RECURSIVE within AS (
  SELECT id FROM requirement_groups WHERE standard_id = ANY ($1::uuid[]) AND id = $2
  UNION SELECT g.id FROM requirement_groups g JOIN within ON g.parent_id = within.id)
SELECT ARRAY(SELECT r.id FROM requirements r WHERE r.group_id IN (SELECT id FROM within) ORDER BY r.sort_order,
  r.id) AS ids
WHERE EXISTS (SELECT FROM within);

-- KNOWN_REQUIREMENTS
--   Those of these requirements that belong to standards.
--   $1 standardIds: uuid[]
--   $2 ids: uuid[]
--   returns id uuid
SELECT id FROM requirements WHERE standard_id = ANY ($1::uuid[]) AND id = ANY ($2::uuid[]);

-- REQUIREMENTS_OF_STANDARDS
--   Those of standards, in the order of these.
--   $1 standardIds: uuid[]
--   returns requirementIds uuid[]
SELECT ARRAY(SELECT id FROM requirements WHERE standard_id = ANY ($1::uuid[])
  ORDER BY array_position($1::uuid[], standard_id), sort_order, id) AS "requirementIds";

-- EVIDENCE_PRESENT
--   Records of a product, by their numbers: when they were completed, and of issues when they were made.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 audits: integer[]
--   $4 testActivities: integer[]
--   $5 issues: integer[]
--   returns kind text, number integer, date timestamp with time zone
SELECT 'audit' AS kind, number, completed_at AS date FROM audits WHERE organization_id = $1 AND product_id = $2
  AND number = ANY ($3::int[])
UNION ALL SELECT 'test_activity', number, completed_at FROM test_activities WHERE organization_id = $1
  AND product_id = $2 AND number = ANY ($4::int[])
UNION ALL SELECT 'issue', number, created_at FROM issues WHERE organization_id = $1 AND product_id = $2
  AND number = ANY ($5::int[]);

-- REQUIREMENTS_OF_DOCUMENT
--   Those of what was published, in the order of its document.
--   $1 organizationId: uuid
--   $2 reportId: uuid
--   returns requirementIds uuid[]
SELECT requirement_ids AS "requirementIds" FROM conformance_documents WHERE organization_id = $1 AND report_id = $2;
