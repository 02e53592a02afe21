-- The statements of issues, as they are sent. Written by `npm run sql`.

-- DEADLINES_OF_PRODUCTS
--   The deadlines for new issues of products, where there are any, and the moment of the transaction, which they begin
--   with.
--   $1 organizationId: uuid
--   $2 productIds: uuid[]
--   returns productId uuid, moment timestamp with time zone, deadlines jsonb
SELECT p.id AS "productId", now()::timestamptz(3) AS moment, jsonb_build_array(o.deadlines, p.deadlines) AS deadlines
FROM products p JOIN organizations o ON o.id = p.organization_id
WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[]) AND (o.deadlines IS NOT NULL OR p.deadlines IS NOT NULL);

-- COUNT_TO_DATE
--   How many open issues would get a date, another one, and none.
--   $1 organizationId: uuid
--   returns dated integer, moved integer, cleared integer
SELECT count(*) FILTER (WHERE before IS NULL)::int AS dated,
  count(*) FILTER (WHERE before IS NOT NULL AND after IS NOT NULL)::int AS moved,
    count(*) FILTER (WHERE after IS NULL)::int AS cleared
FROM (SELECT i.due_at AS before, coalesce(i.reopened_at, i.created_at) + least((o.deadlines->'severity'->>i.severity::text)::int, (o.deadlines->'priority'->>i.priority::text)::int, (p.deadlines->'severity'->>i.severity::text)::int, (p.deadlines->'priority'->>i.priority::text)::int) * interval '24 hours' AS after
FROM issues i JOIN products p ON p.organization_id = i.organization_id AND p.id = i.product_id
  JOIN organizations o ON o.id = i.organization_id
WHERE i.organization_id = $1 AND i.state = 'open' AND i.due_set_by IS DISTINCT FROM 'person' AND p.archived_at IS NULL
  AND i.due_at IS DISTINCT FROM (coalesce(i.reopened_at, i.created_at) + least((o.deadlines->'severity'->>i.severity::text)::int, (o.deadlines->'priority'->>i.priority::text)::int, (p.deadlines->'severity'->>i.severity::text)::int, (p.deadlines->'priority'->>i.priority::text)::int) * interval '24 hours')) changed;

-- ACTIVE_PRODUCTS
--   $1 organizationId: uuid
--   returns id uuid
SELECT p.id FROM products p WHERE p.organization_id = $1 AND p.archived_at IS NULL ORDER BY p.id;

-- DATE
--   Dates open issues of a product, so many at once; they are locked in the order of their ids. Answers how many, and the
--   ids of the first.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 atMost: integer
--   returns count integer, ids uuid[]
WITH found AS MATERIALIZED (
  SELECT i.id, coalesce(i.reopened_at, i.created_at) + least((o.deadlines->'severity'->>i.severity::text)::int, (o.deadlines->'priority'->>i.priority::text)::int, (p.deadlines->'severity'->>i.severity::text)::int, (p.deadlines->'priority'->>i.priority::text)::int) * interval '24 hours' AS due
FROM issues i JOIN products p ON p.organization_id = i.organization_id AND p.id = i.product_id
  JOIN organizations o ON o.id = i.organization_id
WHERE i.organization_id = $1 AND i.state = 'open' AND i.due_set_by IS DISTINCT FROM 'person' AND p.archived_at IS NULL
  AND i.due_at IS DISTINCT FROM (coalesce(i.reopened_at, i.created_at) + least((o.deadlines->'severity'->>i.severity::text)::int, (o.deadlines->'priority'->>i.priority::text)::int, (p.deadlines->'severity'->>i.severity::text)::int, (p.deadlines->'priority'->>i.priority::text)::int) * interval '24 hours') AND i.product_id = $2 ORDER BY i.id LIMIT $3::int FOR UPDATE OF i
), changed AS (
  UPDATE issues i SET due_at = found.due, due_set_by = CASE WHEN found.due IS NOT NULL THEN 'rule' END,
    updated_at = now(),
    revision = i.revision + 1
  FROM found WHERE i.organization_id = $1 AND i.id = found.id RETURNING i.id, i.number
)
SELECT count(*)::int AS count, coalesce((array_agg(id ORDER BY number))[1:100], '{}') AS ids FROM changed;

-- EXTEND
--   Accepts an issue until a later moment, which becomes its date.
--   $1 organizationId: uuid
--   $2 id: uuid
--   $3 until: timestamp with time zone
--   $4 reason: text
--   $5 userId: uuid
UPDATE issues SET due_at = $3::timestamptz, due_set_by = 'person', extended_until = $3::timestamptz,
  extended_at = now(),
  extension_reason = $4, extended_by_user_id = $5, updated_at = now(), revision = revision + 1
WHERE organization_id = $1 AND id = $2;

-- CLEAR_EXTENDER
--   Extensions stay without the person whose account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE issues SET extended_by_user_id = NULL, revision = revision + 1
WHERE organization_id = $1 AND extended_by_user_id = $2;

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
--   Issues stay when the test activity that reported them is deleted; nobody has touched them by that.
--   $1 organizationId: uuid
--   $2 activityId: uuid
UPDATE issues SET test_activity_id = NULL, revision = revision + 1,
  untouched_revision = untouched_revision + (untouched_revision = revision)::int
WHERE organization_id = $1 AND test_activity_id = $2;

-- CLEAR_CREATOR
--   Issues stay without their creator when the person's account is deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE issues SET created_by_user_id = NULL, revision = revision + 1
WHERE organization_id = $1 AND created_by_user_id = $2;

-- CLEAR_CLOSER
--   Nor do they know who closed them.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE issues SET closed_by_user_id = NULL WHERE organization_id = $1 AND closed_by_user_id = $2;

-- UNASSIGN
--   Takes issues from who leaves, and says of each product how many, with the ids of the first. They are locked in the
--   order of their ids, so that two units cannot deadlock.
--   $1 organizationId: uuid
--   $2 userId: uuid
--   returns productId uuid, count integer, ids uuid[]
WITH found AS MATERIALIZED (
  SELECT i.id FROM issues i WHERE i.organization_id = $1 AND i.assignee_id = $2 ORDER BY i.id FOR UPDATE
), changed AS (
  UPDATE issues i SET assignee_id = NULL, updated_at = now(), revision = i.revision + 1
  FROM found WHERE i.organization_id = $1 AND i.id = found.id RETURNING i.id, i.product_id, i.number
)
SELECT product_id AS "productId", count(*)::int AS count, (array_agg(id ORDER BY number))[1:100] AS ids
FROM changed GROUP BY 1 ORDER BY 1;

-- CLEAR_TEAM
--   Issues lose a team that is deleted.
--   $1 organizationId: uuid
--   $2 teamId: uuid
UPDATE issues SET team_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND team_id = $2;

-- WATCH
--   Has people watch issues, each with one; who does already goes on.
--   $1 organizationId: uuid
--   $2 userIds: uuid[]
--   $3 issueIds: uuid[]
INSERT INTO issue_watches (organization_id, user_id, issue_id)
SELECT DISTINCT $1::uuid, given.user_id, given.issue_id
FROM unnest($2::uuid[], $3::uuid[]) AS given(user_id, issue_id)
ORDER BY 2, 3 ON CONFLICT DO NOTHING;

-- UNWATCH
--   $1 organizationId: uuid
--   $2 userId: uuid
--   $3 issueId: uuid
DELETE FROM issue_watches WHERE organization_id = $1 AND user_id = $2 AND issue_id = $3;

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
--   returns organizationId uuid, id uuid, productId uuid, revision integer
SELECT organization_id AS "organizationId", id, product_id AS "productId", revision FROM issues
WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE;

-- CHANGE
--   Gives issues new values by the names of their columns, and locks them in the order of their ids, so that two requests
--   cannot deadlock. One that has the values already is not changed. `dated`: deadlines may follow from them.
--   $1 organizationId: uuid
--   $2 ids: uuid[]
--   $3 values: jsonb
--   $4 at: timestamp with time zone
--   $5 by: uuid
--   returns found json, changes json, closed json
-- where dated = true
WITH found AS MATERIALIZED (
  SELECT i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking, i.created_at, i.closed_at,
    jsonb_populate_record(i, $3::jsonb) IS DISTINCT FROM i AS differs, (SELECT o.deadlines FROM organizations o WHERE o.id = $1) AS of_organization,
    (SELECT p.deadlines FROM products p WHERE p.organization_id = $1 AND p.id = i.product_id) AS of_product
      FROM issues i
  WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) ORDER BY i.id FOR UPDATE
), before AS (SELECT * FROM found WHERE differs
), changed AS (
  UPDATE issues i SET
    (title, description, state, severity, impact, effort, priority, source_url, source_id, audit_id, assignee_id,
      team_id, due_at, due_set_by,
      closed_at, closed_by_user_id, reopened_at) = (
      SELECT given.title, given.description, given.state, given.severity, given.impact, given.effort, given.priority,
        given.source_url,
        given.source_id, given.audit_id, given.assignee_id, given.team_id,
          CASE WHEN rule.holds THEN rule.due_at ELSE given.due_at END,
        CASE WHEN NOT rule.holds THEN given.due_set_by WHEN rule.due_at IS NOT NULL THEN 'rule' END,
        CASE WHEN given.state = i.state THEN i.closed_at WHEN given.state = 'closed' THEN $4::timestamptz END, CASE WHEN given.state = i.state THEN i.closed_by_user_id WHEN given.state = 'closed' THEN $5::uuid END, rule.reopened_at
      FROM jsonb_populate_record(i, $3::jsonb) given
        CROSS JOIN LATERAL (
          SELECT CASE WHEN i.state = 'closed' AND given.state = 'open' THEN coalesce($4::timestamptz, now())
            ELSE i.reopened_at END AS reopened_at
        ) begun CROSS JOIN LATERAL (
          SELECT begun.reopened_at, coalesce(begun.reopened_at, i.created_at) + least((before.of_organization->'severity'->>given.severity::text)::int, (before.of_organization->'priority'->>given.priority::text)::int, (before.of_product->'severity'->>given.severity::text)::int, (before.of_product->'priority'->>given.priority::text)::int) * interval '24 hours' AS due_at,
            given.due_set_by IS DISTINCT FROM 'person' AND (begun.reopened_at IS DISTINCT FROM i.reopened_at
              OR given.due_at IS NULL
              OR (given.severity, given.priority) IS DISTINCT FROM (i.severity, i.priority)) AS holds
        ) rule),
    updated_at = now(), revision = i.revision + 1
  FROM before WHERE i.organization_id = $1 AND i.id = before.id
  RETURNING i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking, i.created_at, i.closed_at
)
SELECT (SELECT coalesce(json_agg(json_build_object('organizationId', $1::uuid, 'id', id, 'productId', product_id,
  'isChanged', differs)), '[]') FROM found) AS found,
  (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet",
    functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium,
      sum(n * low::int)::int AS low,
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
-- where dated = false
WITH found AS MATERIALIZED (
  SELECT i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking, i.created_at, i.closed_at,
    jsonb_populate_record(i, $3::jsonb) IS DISTINCT FROM i AS differs
      FROM issues i
  WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) ORDER BY i.id FOR UPDATE
), before AS (SELECT * FROM found WHERE differs
), changed AS (
  UPDATE issues i SET
    (title, description, state, severity, impact, effort, priority, source_url, source_id, audit_id, assignee_id,
      team_id, due_at, due_set_by,
      closed_at, closed_by_user_id) = (
      SELECT given.title, given.description, given.state, given.severity, given.impact, given.effort, given.priority,
        given.source_url,
        given.source_id, given.audit_id, given.assignee_id, given.team_id,
          given.due_at, given.due_set_by,
        CASE WHEN given.state = i.state THEN i.closed_at WHEN given.state = 'closed' THEN $4::timestamptz END, CASE WHEN given.state = i.state THEN i.closed_by_user_id WHEN given.state = 'closed' THEN $5::uuid END
      FROM jsonb_populate_record(i, $3::jsonb) given),
    updated_at = now(), revision = i.revision + 1
  FROM before WHERE i.organization_id = $1 AND i.id = before.id
  RETURNING i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking, i.created_at, i.closed_at
)
SELECT (SELECT coalesce(json_agg(json_build_object('organizationId', $1::uuid, 'id', id, 'productId', product_id,
  'isChanged', differs)), '[]') FROM found) AS found,
  (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet",
    functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium,
      sum(n * low::int)::int AS low,
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
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet",
    functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium,
      sum(n * low::int)::int AS low,
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
    SELECT l.functional_need_id FROM issue_functional_needs l WHERE l.organization_id = $1 AND l.issue_id = $2
    ORDER BY 1)
  WHERE i.organization_id = $1 AND i.id = $2
  RETURNING i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet",
    functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium,
      sum(n * low::int)::int AS low,
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
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking, given.set FROM issues i,
    (SELECT sha256(convert_to(array_to_string(ARRAY(SELECT unnest(ARRAY(SELECT id FROM wanted)) ORDER BY 1), ' '), 'UTF8')) AS set) given
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
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet",
    functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium,
      sum(n * low::int)::int AS low,
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
    WHERE l.organization_id = $1 AND l.issue_id = i.id AND l.requirement_id <> ALL ($3::uuid[]))) ORDER BY 1), ' '), 'UTF8')),
      revision = i.revision + 1
  WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
  RETURNING i.id, i.product_id, i.state, i.requirement_set, i.functional_need_ids,
 coalesce(i.severity = 'high', false) AS high, coalesce(i.severity = 'medium', false) AS medium,
 coalesce(i.severity = 'low', false) AS low,
 coalesce(i.priority = 'critical', false) AS critical,
 coalesce(i.severity = 'high' AND i.impact = 'high', false) AS blocking
)
SELECT (
SELECT coalesce(json_agg(change), '[]') FROM (
  SELECT product_id AS "productId", encode(requirement_set, 'hex') AS "requirementSet",
    functional_need_ids AS "functionalNeedIds",
    sum(n)::int AS value, sum(n * high::int)::int AS high, sum(n * medium::int)::int AS medium,
      sum(n * low::int)::int AS low,
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
ON CONFLICT (organization_id, issue_id) DO UPDATE SET source_url = excluded.source_url, at = excluded.at,
  action = excluded.action
  WHERE known.source_url <> excluded.source_url OR known.at < excluded.at
    OR (known.at = excluded.at AND known.action <> excluded.action)
RETURNING issue_id AS id;

-- NAMED_ISSUES
--   Those of some issues that there are; `named` is JSON, of each the slug of its product and its number.
--   $1 organizationId: uuid
--   $2 named: json
--   returns id uuid, slug text, number integer
SELECT i.id, p.slug, i.number FROM json_to_recordset($2::json) AS named(slug text, number int)
JOIN products p ON p.organization_id = $1 AND p.slug = named.slug
JOIN issues i ON i.organization_id = $1 AND i.product_id = p.id AND i.number = named.number
WHERE p.organization_id = $1 ORDER BY p.slug, i.number;

-- ADD_OPEN_ISSUES
--   Adds `OpenIssueChange`s to the kept counts. It takes the organization from a table, and so happens where the rows
--   are.
--   $1 organizationId: uuid
--   $2 changes: json
INSERT INTO open_issue_counts AS c (organization_id, product_id, requirement_set, functional_need_ids,
  requirement_ids, value,
  high, medium, low, critical, blocking)
SELECT p.organization_id, p.id, decode(given."requirementSet", 'hex'), given."functionalNeedIds",
  ARRAY(SELECT l.requirement_id FROM issue_requirements l WHERE l.organization_id = $1
    AND l.issue_id = given."issueId" ORDER BY 1),
  given.value, given.high, given.medium, given.low, given.critical, given.blocking
FROM products p, json_to_recordset($2::json) AS given("productId" uuid, "requirementSet" text, "functionalNeedIds" uuid[], value int, high int,
  medium int, low int, critical int, blocking int, "issueId" uuid)
WHERE p.organization_id = $1 AND p.id = given."productId"
  AND (given.value <> 0 OR given.high <> 0 OR given.medium <> 0 OR given.low <> 0 OR given.critical <> 0
    OR given.blocking <> 0)
ON CONFLICT ON CONSTRAINT pk_open_issue_counts
  DO UPDATE SET value = c.value + excluded.value, high = c.high + excluded.high, medium = c.medium + excluded.medium,
    low = c.low + excluded.low, critical = c.critical + excluded.critical,
      blocking = c.blocking + excluded.blocking;

-- PURGE_OPEN_ISSUES
--   Deletes the counts of `OpenIssueChange`s that are 0.
--   $1 organizationId: uuid
--   $2 changes: json
DELETE FROM open_issue_counts c USING (
  SELECT "productId", decode("requirementSet", 'hex') AS key, "functionalNeedIds" AS need_ids FROM json_to_recordset($2::json) AS given("productId" uuid, "requirementSet" text, "functionalNeedIds" uuid[], value int, high int,
  medium int, low int, critical int, blocking int, "issueId" uuid)) fewer
WHERE c.organization_id = $1 AND c.value = 0
  AND (c.product_id, c.requirement_set, c.functional_need_ids) = (fewer."productId", fewer.key, fewer.need_ids);
