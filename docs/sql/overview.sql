-- The statements of overview, as they are sent. Written by `npm run sql`.

-- WAITING
--   $1 organizationId: uuid
--   $2 userId: uuid
--   $3 now: timestamp with time zone
--   returns pendingFindings integer, openIssues integer, ownIssues integer, letters json, gradeChanges json
WITH scope AS MATERIALIZED (
  SELECT p.id, p.slug, p.name, p.responsible_person_id = $2::uuid AS own, c.grade ->> 'letter' AS letter,
    c.grade ->> 'potentialLetter' AS potential, c.former_letter, c.changed_at
  FROM products p LEFT JOIN current_grades c ON c.organization_id = $1 AND c.product_id = p.id
  WHERE p.organization_id = $1 AND p.archived_at IS NULL
), open AS MATERIALIZED (
  SELECT c.product_id, c.value FROM open_issue_counts c WHERE c.organization_id = $1
), lettered AS (
  SELECT letter, count(*)::int AS count, (count(*) FILTER (WHERE potential > letter))::int AS "withLowerPotential"
  FROM scope GROUP BY letter
), changed AS (
  SELECT name AS "productName", slug AS "productSlug", former_letter AS "from", letter AS "to",
    potential AS "potentialLetter", changed_at AS at
  FROM scope WHERE former_letter IS NOT NULL ORDER BY changed_at DESC, id LIMIT 10
)
SELECT
  (SELECT coalesce(sum(c.value), 0)::int FROM pending_counts c JOIN scope ON scope.id = c.product_id
    WHERE c.organization_id = $1 AND c.pending_from <= $3::timestamptz) AS "pendingFindings",
  (SELECT coalesce(sum(value), 0)::int FROM open JOIN scope ON scope.id = open.product_id) AS "openIssues",
  (SELECT coalesce(sum(value), 0)::int FROM open JOIN scope ON scope.id = open.product_id
    WHERE scope.own) AS "ownIssues",
  (SELECT coalesce(json_agg(lettered ORDER BY letter NULLS LAST), '[]') FROM lettered) AS letters,
  (SELECT coalesce(json_agg(changed ORDER BY at DESC), '[]') FROM changed) AS "gradeChanges";

-- SAID_REPORTS
--   $1 organizationId: uuid
--   $2 now: timestamp with time zone
--   returns number integer, title text, productName text, productSlug text, publishedAt timestamp with time zone, reviewedAt timestamp with time zone, validUntil timestamp with time zone
SELECT r.number, r.title, p.name AS "productName", p.slug AS "productSlug", r.published_at AS "publishedAt",
  r.reviewed_at AS "reviewedAt",
  r.valid_until AS "validUntil"
FROM conformance_reports r JOIN products p ON p.organization_id = r.organization_id AND p.id = r.product_id
WHERE r.organization_id = $1 AND r.status = 'published' AND r.superseded_at IS NULL AND r.valid_until > $2
  AND p.archived_at IS NULL
ORDER BY r.id;
