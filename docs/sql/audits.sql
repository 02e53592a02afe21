-- The statements of audits, as they are sent. Written by `npm run sql`.

-- CLEAR_STANDARD
--   Audits lose a standard and levels that are deleted.
--   $1 organizationId: uuid
--   $2 standardId: uuid
--   $3 levelIds: uuid[]
UPDATE audits SET standard_id = nullif(standard_id, $2::uuid),
  conformance_level_id = CASE WHEN conformance_level_id = ANY ($3::uuid[]) THEN NULL ELSE conformance_level_id END,
  standard_removed = true, revision = revision + 1
WHERE organization_id = $1 AND (standard_id = $2 OR conformance_level_id = ANY ($3::uuid[]));

-- AWAITING_AUDIT
--   The products that await a full audit: none is in progress.
--   $1 organizationId: uuid
--   $2 auditFrequency: smallint
--   returns productId uuid, productName text, productSlug text, createdAt timestamp with time zone, auditFrequency smallint, lastAuditDate timestamp with time zone, lastAuditNumber integer
SELECT p.id AS "productId", p.name AS "productName", p.slug AS "productSlug", p.created_at AS "createdAt",
  coalesce(p.audit_frequency, $2::smallint) AS "auditFrequency", last.completed_at AS "lastAuditDate",
    last.number AS "lastAuditNumber"
FROM products p LEFT JOIN LATERAL (
  SELECT completed_at, number FROM audits
  WHERE organization_id = $1 AND product_id = p.id AND type = 'full' AND status = 'completed'
    AND completed_at IS NOT NULL
  ORDER BY completed_at DESC LIMIT 1) last ON true
WHERE p.organization_id = $1 AND p.archived_at IS NULL AND coalesce(p.audit_frequency, $2::smallint) > 0
  AND NOT EXISTS (SELECT FROM audits
    WHERE organization_id = $1 AND product_id = p.id AND type = 'full' AND status = 'in_progress');

-- MEMBER_NAMES
--   The names of members.
--   $1 organizationId: uuid
--   $2 userIds: uuid[]
--   returns userId uuid, name text
SELECT u.id AS "userId", u.name FROM members m JOIN users u ON u.id = m.user_id
WHERE m.organization_id = $1 AND m.user_id = ANY ($2::uuid[]);

-- CLEAR_LEAD
--   Audits stay without a lead when a member leaves the organization.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE audits SET lead_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND lead_id = $2;

-- FORGET_EVALUATOR
--   Evaluators keep their names, and lose the account that is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE audits SET evaluators = (
  SELECT jsonb_agg(CASE WHEN e ->> 'userId' = $2::uuid::text THEN jsonb_set(e, '{userId}', 'null') ELSE e END
    ORDER BY place)
  FROM jsonb_array_elements(evaluators) WITH ORDINALITY AS named(e, place))
WHERE organization_id = $1 AND evaluators @> jsonb_build_array(jsonb_build_object('userId', $2::uuid::text));

-- KEEP_COUNTS
--   The counts that an audit keeps; they are no change of its fields.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 lastEntry: integer
--   $4 entryCount: integer
--   $5 outcomeCount: integer
--   $6 untestedCount: integer
UPDATE audits SET last_entry = $3, entry_count = $4, outcome_count = $5, untested_count = $6
WHERE organization_id = $1 AND id = $2;
