-- The statements of issues, as they are sent. Written by `npm run sql`.

-- COUNT_REVISION
--   Counts a change of what is linked to an issue; changes of its own fields count themselves.
--   $1 organizationId: uuid
--   $2 id: uuid
UPDATE issues SET revision = revision + 1 WHERE organization_id = $1 AND id = $2;

-- CLEAR_AUDIT
--   Issues stay when the audit in which they were found is deleted.
--   $1 organizationId: uuid
--   $2 auditId: uuid
UPDATE issues SET audit_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND audit_id = $2;

-- CLEAR_ACTIVITY
--   Issues stay when the test activity that reported them is deleted.
--   $1 organizationId: uuid
--   $2 activityId: uuid
UPDATE issues SET test_activity_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND test_activity_id = $2;

-- CLEAR_CREATOR
--   Issues stay without their creator when the person's account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE issues SET created_by_user_id = NULL, revision = revision + 1
WHERE organization_id = $1 AND created_by_user_id = $2;

-- COUNT_WITHOUT_AREA
--   Counts a change of the issues that lose an area; their links go with the foreign key.
--   $1 organizationId: uuid
--   $2 areaId: uuid
UPDATE issues SET revision = revision + 1 WHERE organization_id = $1
  AND id IN (SELECT l.issue_id FROM issue_areas l WHERE l.organization_id = $1 AND l.area_id = $2);

-- LOCK_OF_PRODUCT
--   $1 organizationId: uuid
--   $2 productId: uuid
--   returns ?column? integer
SELECT 1 FROM issues WHERE organization_id = $1 AND product_id = $2 ORDER BY id FOR UPDATE;

-- FIND
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns organizationId uuid, id uuid, productId uuid
SELECT organization_id AS "organizationId", id, product_id AS "productId" FROM issues
WHERE organization_id = $1 AND id = ANY ($2::uuid[]);

-- LOCK
--   In the order of their ids, so that two bulk requests cannot deadlock.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns organizationId uuid, id uuid, productId uuid
SELECT organization_id AS "organizationId", id, product_id AS "productId" FROM issues
WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE;

-- CHANGE
--   Gives issues new values by the names of their columns, and locks them in the order of their ids, so that two requests cannot
--   deadlock. One that has the values already is not changed.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 values: jsonb
--   $4 at: timestamp with time zone
--   returns found json, changes json, closed json
WITH found AS MATERIALIZED (
  SELECT i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking, i.created_at, i.closed_at, NOT to_jsonb(i) @> $3::jsonb AS differs FROM issues i
  WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) ORDER BY i.id FOR UPDATE
), before AS (SELECT * FROM found WHERE differs
), changed AS (
  UPDATE issues i SET
    (title, description, state, severity, impact, effort, priority, source_url, source_id, audit_id, closed_at) = (
      SELECT given.title, given.description, given.state, given.severity, given.impact, given.effort, given.priority, given.source_url,
        given.source_id, given.audit_id, CASE WHEN given.state = i.state THEN i.closed_at WHEN given.state = 'closed' THEN $4::timestamptz END
      FROM jsonb_populate_record(i, $3::jsonb) given),
    updated_at = now(), revision = i.revision + 1
  FROM before WHERE i.organization_id = $1 AND i.id = before.id
  RETURNING i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking, i.created_at, i.closed_at
)
SELECT (SELECT coalesce(json_agg(json_build_object('organizationId', $1::uuid, 'id', id, 'productId', product_id, 'isChanged', differs)), '[]') FROM found) AS found,
  (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet", functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium, sum(n * low::int)::int AS low,
    sum(n * critical::int)::int AS critical, sum(n * blocking::int)::int AS blocking,
    (array_agg(id) FILTER (WHERE n > 0))[1] AS "issueId"
  FROM (
    SELECT id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking, -1 AS n FROM before
    UNION ALL SELECT id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking, 1 FROM changed) moved
  WHERE state = 'open'
  GROUP BY product_id, requirement_set, functional_need_ids
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * medium::int) <> 0 OR sum(n * low::int) <> 0
    OR sum(n * critical::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes, (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", (closed_at AT TIME ZONE 'UTC')::date AS closed, (created_at AT TIME ZONE 'UTC')::date AS opened, sum(n)::int AS value
  FROM (
    SELECT product_id, created_at, closed_at, -1 AS n FROM before
    UNION ALL SELECT product_id, created_at, closed_at, 1 FROM changed) moved
  WHERE closed_at IS NOT NULL
  GROUP BY 1, 2, 3 HAVING sum(n) <> 0) change) AS closed;

-- REMOVE
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns changes json, closed json
WITH gone AS (
  DELETE FROM issues i WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
  RETURNING i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking, i.created_at, i.closed_at
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet", functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium, sum(n * low::int)::int AS low,
    sum(n * critical::int)::int AS critical, sum(n * blocking::int)::int AS blocking,
    (array_agg(id) FILTER (WHERE n > 0))[1] AS "issueId"
  FROM (SELECT id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking, -1 AS n FROM gone) moved
  WHERE state = 'open'
  GROUP BY product_id, requirement_set, functional_need_ids
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * medium::int) <> 0 OR sum(n * low::int) <> 0
    OR sum(n * critical::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes, (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", (closed_at AT TIME ZONE 'UTC')::date AS closed, (created_at AT TIME ZONE 'UTC')::date AS opened, sum(n)::int AS value
  FROM (SELECT product_id, created_at, closed_at, -1 AS n FROM gone) moved
  WHERE closed_at IS NOT NULL
  GROUP BY 1, 2, 3 HAVING sum(n) <> 0) change) AS closed;

-- NOTE_NEEDS
--   Notes at an issue the functional needs that it has been linked to.
--   $1 organizationId: uuid
--   $2 id: uuid
--   returns changes json
WITH before AS MATERIALIZED (
  SELECT i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking FROM issues i WHERE i.organization_id = $1 AND i.id = $2
), noted AS (
  UPDATE issues i SET revision = i.revision + 1, functional_need_ids = ARRAY(
    SELECT l.functional_need_id FROM issue_functional_needs l WHERE l.organization_id = $1 AND l.issue_id = $2 ORDER BY 1)
  WHERE i.organization_id = $1 AND i.id = $2
  RETURNING i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet", functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium, sum(n * low::int)::int AS low,
    sum(n * critical::int)::int AS critical, sum(n * blocking::int)::int AS blocking,
    (array_agg(id) FILTER (WHERE n > 0))[1] AS "issueId"
  FROM (
    SELECT id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking, -1 AS n FROM before
    UNION ALL SELECT id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking, 1 FROM noted) moved
  WHERE state = 'open'
  GROUP BY product_id, requirement_set, functional_need_ids
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * medium::int) <> 0 OR sum(n * low::int) <> 0
    OR sum(n * critical::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- RELINK
--   Makes the requirements of an issue exactly these.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 requirementIds: uuid[]
--   returns changed boolean, changes json
WITH wanted AS (SELECT DISTINCT unnest($3::uuid[]) AS id
), gone AS (
  DELETE FROM issue_requirements
  WHERE organization_id = $1 AND issue_id = $2 AND requirement_id NOT IN (SELECT id FROM wanted)
), added AS (
  INSERT INTO issue_requirements (organization_id, issue_id, requirement_id)
  SELECT $1::uuid, $2, id FROM (SELECT DISTINCT unnest($3::uuid[]) AS id) added ORDER BY id ON CONFLICT DO NOTHING
), before AS MATERIALIZED (
  SELECT i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking, given.set FROM issues i, (SELECT sha256(convert_to(array_to_string(ARRAY(SELECT unnest(ARRAY(SELECT id FROM wanted)) ORDER BY 1), ' '), 'UTF8')) AS set) given
  WHERE i.organization_id = $1 AND i.id = $2 AND i.requirement_set <> given.set
), relinked AS (
  UPDATE issues i SET requirement_set = before.set FROM before WHERE i.organization_id = $1 AND i.id = before.id
  RETURNING i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking
)
SELECT EXISTS (SELECT FROM relinked) AS changed, (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet", functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium, sum(n * low::int)::int AS low,
    sum(n * critical::int)::int AS critical, sum(n * blocking::int)::int AS blocking,
    (array_agg(id) FILTER (WHERE n > 0))[1] AS "issueId"
  FROM (
    SELECT id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking, -1 AS n FROM before
    UNION ALL SELECT id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking, 1 FROM relinked) moved
  WHERE state = 'open'
  GROUP BY product_id, requirement_set, functional_need_ids
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * medium::int) <> 0 OR sum(n * low::int) <> 0
    OR sum(n * critical::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- LOCK_LINKED
--   $1 organizationId: uuid
--   $2 requirementIds: uuid[]
--   returns id uuid
SELECT i.id FROM issues i
WHERE i.organization_id = $1 AND i.id IN (
  SELECT issue_id FROM issue_requirements WHERE organization_id = $1 AND requirement_id = ANY ($2::uuid[]))
ORDER BY i.id FOR UPDATE;

-- UNLINK
--   Has issues fail these requirements no longer; their links go with the foreign key.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 requirementIds: uuid[]
--   returns changes json
WITH before AS MATERIALIZED (
  SELECT i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking FROM issues i WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
), unlinked AS (
  UPDATE issues i SET requirement_set = sha256(convert_to(array_to_string(ARRAY(SELECT unnest(ARRAY(
    SELECT l.requirement_id FROM issue_requirements l
    WHERE l.organization_id = $1 AND l.issue_id = i.id AND l.requirement_id <> ALL ($3::uuid[]))) ORDER BY 1), ' '), 'UTF8')), revision = i.revision + 1
  WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
  RETURNING i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet", functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium, sum(n * low::int)::int AS low,
    sum(n * critical::int)::int AS critical, sum(n * blocking::int)::int AS blocking,
    (array_agg(id) FILTER (WHERE n > 0))[1] AS "issueId"
  FROM (
    SELECT id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking, -1 AS n FROM before
    UNION ALL SELECT id, product_id, state, requirement_set, functional_need_ids, high, medium, low, critical, blocking, 1 FROM unlinked) moved
  WHERE state = 'open'
  GROUP BY product_id, requirement_set, functional_need_ids
  HAVING sum(n) <> 0 OR sum(n * high::int) <> 0 OR sum(n * medium::int) <> 0 OR sum(n * low::int) <> 0
    OR sum(n * critical::int) <> 0 OR sum(n * blocking::int) <> 0) change) AS changes;

-- USABLE_REQUIREMENTS
--   Those of these requirements that are of built-in standards or of the organization's own.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   returns id uuid
SELECT r.id FROM requirements r JOIN standards s ON s.id = r.standard_id
WHERE r.id = ANY ($2::uuid[]) AND (s.organization_id IS NULL OR s.organization_id = $1);

-- REQUIREMENTS_OF_DRAFTS
--   The requirements of standards for the criteria of drafts, by draft.
--   $1 drafts: json
--   returns id uuid, requirementIds uuid[]
SELECT draft.id, array_agg(r.id) AS "requirementIds"
FROM json_to_recordset($1::json) AS draft(id uuid, "standardId" uuid, criteria text[])
  JOIN requirements r ON r.standard_id = draft."standardId" AND r.wcag && draft.criteria
GROUP BY 1;

-- NOTE_EXTERNAL_EVENT
--   Notes an event of a tracker at these issues; returns those of which no later one is known, and not this one either.
--   $1 ids: uuid[]
--   $2 sourceUrl: text
--   $3 at: timestamp with time zone
--   $4 action: text
--   $5 organizationId: uuid
--   returns id uuid
INSERT INTO external_events AS known (organization_id, issue_id, source_url, at, action)
SELECT $5, unnest($1::uuid[]), $2, $3, $4
ON CONFLICT (organization_id, issue_id) DO UPDATE SET source_url = excluded.source_url, at = excluded.at, action = excluded.action
  WHERE known.source_url <> excluded.source_url OR known.at < excluded.at
    OR (known.at = excluded.at AND known.action <> excluded.action)
RETURNING issue_id AS id;

-- ADD_OPEN_ISSUES
--   Adds `OpenIssueChange`s to the kept counts. It takes the organization from a table, and so happens where the rows are.
--   $1 organizationId: uuid
--   $2 changes: json
INSERT INTO open_issue_counts AS c (organization_id, product_id, requirement_set, functional_need_ids, requirement_ids, value,
  high, medium, low, critical, blocking)
SELECT p.organization_id, p.id, decode(given."requirementSet", 'hex'), given."functionalNeedIds",
  ARRAY(SELECT l.requirement_id FROM issue_requirements l WHERE l.organization_id = $1 AND l.issue_id = given."issueId" ORDER BY 1),
  given.value, given.high, given.medium, given.low, given.critical, given.blocking
FROM products p, json_to_recordset($2::json) AS given("productId" uuid, "requirementSet" text, "functionalNeedIds" uuid[], value int, high int,
  medium int, low int, critical int, blocking int, "issueId" uuid)
WHERE p.organization_id = $1 AND p.id = given."productId"
  AND (given.value <> 0 OR given.high <> 0 OR given.medium <> 0 OR given.low <> 0 OR given.critical <> 0 OR given.blocking <> 0)
ON CONFLICT ON CONSTRAINT pk_open_issue_counts
  DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high, medium = c.medium + excluded.medium,
    low = c.low + excluded.low, critical = c.critical + excluded.critical, blocking = c.blocking + excluded.blocking;

-- PURGE_OPEN_ISSUES
--   Deletes the counts of `OpenIssueChange`s that are 0.
--   $1 organizationId: uuid
--   $2 changes: json
DELETE FROM open_issue_counts c USING (
  SELECT "productId", decode("requirementSet", 'hex') AS key, "functionalNeedIds" AS need_ids FROM json_to_recordset($2::json) AS given("productId" uuid, "requirementSet" text, "functionalNeedIds" uuid[], value int, high int,
  medium int, low int, critical int, blocking int, "issueId" uuid)) fewer
WHERE c.organization_id = $1 AND c.value = 0
  AND (c.product_id, c.requirement_set, c.functional_need_ids) = (fewer."productId", fewer.key, fewer.need_ids);
