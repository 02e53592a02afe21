-- The statements of evaluation, as they are sent. Written by `npm run sql`.

-- IN_SCOPE
--   What a level asks of a product, in the order of the standard.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 standardId: uuid
--   $4 levelId: uuid
--   returns requirementId uuid, name text, level text, wcag text[]
SELECT r.id AS "requirementId", r.name, own.name AS level, r.wcag
FROM products p JOIN requirements r ON r.standard_id = $3::uuid JOIN standards standard ON standard.id = r.standard_id
LEFT JOIN standard_levels own ON own.id = r.level_id LEFT JOIN standard_levels wanted ON wanted.id = $4::uuid
WHERE p.organization_id = $1 AND p.id = $2 AND (wanted.id IS NULL OR r.level_id IS NULL OR r.level_id = wanted.id OR (standard.cumulative AND own.sort_order <= wanted.sort_order)) AND (r.applies_to IS NULL OR r.id = ANY (p.drawn_in)
  OR (r.applies_to -> 'types' ? p.type::text OR r.applies_to -> 'features' ?| p.features)
    AND to_jsonb(p.features) @> (r.applies_to -> 'with'))
ORDER BY r.sort_order, r.id;

-- FROZEN
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   returns requirementId uuid, number text, name text, level text, wcag text[], isGone boolean
SELECT a.requirement_id AS "requirementId", a.number, a.name, a.level, a.wcag, r.id IS NULL AS "isGone"
FROM audit_requirements a LEFT JOIN requirements r ON r.id = a.requirement_id
WHERE a.organization_id = $1 AND a.audit_id = $2 ORDER BY a.position;

-- FREEZE
--   `requirements` are `AskedRequirement`, in their order.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 requirements: json
INSERT INTO audit_requirements (organization_id, audit_id, requirement_id, position, number, name, level, wcag)
SELECT $1::uuid, $2::uuid, (e ->> 'requirementId')::uuid, place, e ->> 'number', e ->> 'name', e ->> 'level',
  ARRAY(SELECT json_array_elements_text(e -> 'wcag'))
FROM json_array_elements($3::json) WITH ORDINALITY AS asked(e, place);

-- THAW
--   $1 organizationId: uuid
--   $2 auditId: uuid
DELETE FROM audit_requirements WHERE organization_id = $1 AND audit_id = $2;

-- KEEP_VERDICTS
--   Keeps the verdicts of requirements, by two lists of equal length.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 requirementIds: uuid[]
--   $4 verdicts: text[]
UPDATE audit_requirements r SET verdict = said.verdict
FROM unnest($3::uuid[], $4::text[]) AS said(requirement_id, verdict)
WHERE r.organization_id = $1 AND r.audit_id = $2 AND r.requirement_id = said.requirement_id;

-- LIST_ASSIGNMENTS
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   returns userId uuid, name text, requirementIds uuid[], entries integer[]
SELECT a.user_id AS "userId", u.name, a.requirement_ids AS "requirementIds", a.entries
FROM audit_assignments a JOIN users u ON u.id = a.user_id
WHERE a.organization_id = $1 AND a.audit_id = $2 ORDER BY u.name, a.user_id;

-- DELETE_ASSIGNMENTS
--   $1 organizationId: uuid
--   $2 auditId: uuid
DELETE FROM audit_assignments WHERE organization_id = $1 AND audit_id = $2;

-- STORE_ASSIGNMENTS
--   `assignments`: `{ userId, requirementIds, entries }`.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 assignments: json
INSERT INTO audit_assignments (organization_id, audit_id, user_id, requirement_ids, entries)
SELECT $1::uuid, $2::uuid, "userId", "requirementIds", entries
FROM json_to_recordset($3::json) AS a("userId" uuid, "requirementIds" uuid[], entries int[]);

-- REQUIREMENTS_OF_GROUPS
--   The requirements of groups and of those within them.
--   $1 standardId: uuid
--   $2 groupIds: uuid[]
--   returns groupId uuid, requirementIds uuid[]
WITH RECURSIVE within AS (
  SELECT id AS top, id FROM requirement_groups WHERE standard_id = $1 AND id = ANY ($2::uuid[])
  UNION SELECT w.top, g.id FROM requirement_groups g JOIN within w ON g.parent_id = w.id)
SELECT top AS "groupId", array_remove(array_agg(r.id), NULL) AS "requirementIds"
FROM within LEFT JOIN requirements r ON r.group_id = within.id GROUP BY top;

-- END_ASSIGNMENTS
--   Whoever leaves is assigned nothing any more.
--   $1 organizationId: uuid
--   $2 userId: uuid
--   returns auditId uuid, number integer, title text, productId uuid
WITH ended AS (DELETE FROM audit_assignments WHERE organization_id = $1 AND user_id = $2 RETURNING audit_id)
SELECT a.id AS "auditId", a.number, a.title, a.product_id AS "productId"
FROM ended JOIN audits a ON a.organization_id = $1 AND a.id = ended.audit_id;

-- OUTCOMES_BY_REQUIREMENT
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   returns requirementId uuid, entries integer[], outcomes text[]
SELECT requirement_id AS "requirementId", array_agg(entry ORDER BY entry) AS entries,
  array_agg(outcome ORDER BY entry) AS outcomes
FROM audit_outcomes WHERE organization_id = $1 AND audit_id = $2 AND outcome <> 'untested' GROUP BY requirement_id;

-- ENTRY_NUMBERS
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   returns number integer
SELECT number FROM audit_entries WHERE organization_id = $1 AND audit_id = $2 ORDER BY position, number;

-- IN_COMPLETED_AUDIT
--   Whether evidence is at an outcome of a completed audit.
--   $1 organizationId: uuid
--   $2 evidenceId: uuid
--   returns isUsed boolean
SELECT EXISTS (
  SELECT FROM evidence_links l JOIN audits a ON a.organization_id = $1 AND a.id = l.record_id
  WHERE l.organization_id = $1 AND l.evidence_id = $2 AND a.status = 'completed') AS "isUsed";

-- SOME_OUTCOMES
--   These outcomes, by two lists of equal length.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 requirementIds: uuid[]
--   $4 entries: integer[]
--   returns requirementId uuid, entry integer, outcome text, note text, derogation text, userId uuid, userName text, at timestamp with time zone, copiedFrom integer, former text, fromProposal boolean, proposal text, proposedBy text, proposedAt timestamp with time zone, revision integer, issueNumbers integer[], evidenceIds uuid[]
SELECT o.requirement_id AS "requirementId", o.entry, o.outcome, o.note, o.derogation, o.user_id AS "userId",
o.user_name AS "userName", o.at,
  o.copied_from AS "copiedFrom", o.former, o.from_proposal AS "fromProposal", o.proposal,
    o.proposed_by AS "proposedBy",
  o.proposed_at AS "proposedAt", o.revision,
  ARRAY(SELECT i.number FROM audit_outcome_issues l JOIN issues i ON i.organization_id = l.organization_id
    AND i.id = l.issue_id
    WHERE l.organization_id = $1 AND l.audit_id = $2 AND l.requirement_id = o.requirement_id AND l.entry = o.entry
      AND i.organization_id = $1
    ORDER BY i.number) AS "issueNumbers",
  ARRAY(SELECT e.evidence_id FROM evidence_links e WHERE e.organization_id = $1 AND e.record_id = $2
    AND e.requirement_id = o.requirement_id AND e.entry = o.entry ORDER BY e.evidence_id) AS "evidenceIds" FROM audit_outcomes o
JOIN unnest($3::uuid[], $4::int[]) AS cell(requirement_id, entry) ON cell.requirement_id = o.requirement_id
  AND cell.entry = o.entry
WHERE o.organization_id = $1 AND o.audit_id = $2;

-- LIST_OUTCOMES
--   A page of the outcomes of an audit, and of cells of which findings propose something (`ProposedCell`); null filters
--   nothing. `total`: of all pages.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 requirementIds: uuid[]
--   $4 entry: integer
--   $5 outcomes: text[]
--   $6 limit: bigint
--   $7 offset: bigint
--   $8 behind: text[]
--   $9 proposed: json
--   returns requirementId uuid, entry integer, outcome text, note text, derogation text, userId uuid, userName text, at timestamp with time zone, copiedFrom integer, former text, fromProposal boolean, proposal text, proposedBy text, proposedAt timestamp with time zone, revision integer, issueNumbers integer[], evidenceIds uuid[], position text, total integer
WITH told AS MATERIALIZED (
  SELECT organization_id, audit_id, requirement_id, entry, outcome, note, derogation, user_id, user_name, at,
    copied_from, former, from_proposal, proposal, proposed_by, proposed_at, revision
  FROM audit_outcomes WHERE organization_id = $1 AND audit_id = $2
  UNION ALL
    SELECT $1::uuid, $2::uuid, p."requirementId", p.entry, 'untested', NULL, NULL, NULL::uuid, NULL, p.at, NULL::int,
      NULL, false, NULL, NULL, NULL::timestamptz, 0
    FROM json_to_recordset($9::json) AS p("requirementId" uuid, entry int, at timestamptz)
    WHERE NOT EXISTS (SELECT FROM audit_outcomes k WHERE k.organization_id = $1 AND k.audit_id = $2
      AND k.requirement_id = p."requirementId" AND k.entry = p.entry)
)
SELECT o.requirement_id AS "requirementId", o.entry, o.outcome, o.note, o.derogation, o.user_id AS "userId",
o.user_name AS "userName", o.at,
  o.copied_from AS "copiedFrom", o.former, o.from_proposal AS "fromProposal", o.proposal,
    o.proposed_by AS "proposedBy",
  o.proposed_at AS "proposedAt", o.revision,
  ARRAY(SELECT i.number FROM audit_outcome_issues l JOIN issues i ON i.organization_id = l.organization_id
    AND i.id = l.issue_id
    WHERE l.organization_id = $1 AND l.audit_id = $2 AND l.requirement_id = o.requirement_id AND l.entry = o.entry
      AND i.organization_id = $1
    ORDER BY i.number) AS "issueNumbers",
  ARRAY(SELECT e.evidence_id FROM evidence_links e WHERE e.organization_id = $1 AND e.record_id = $2
    AND e.requirement_id = o.requirement_id AND e.entry = o.entry ORDER BY e.evidence_id) AS "evidenceIds", o.position::text AS position, o.total
FROM (
  SELECT o.*, coalesce(r.position, 2147483647) AS position, count(*) OVER ()::int AS total
  FROM told o LEFT JOIN audit_requirements r
    ON r.organization_id = $1 AND r.audit_id = $2 AND r.requirement_id = o.requirement_id
  WHERE ($3::uuid[] IS NULL OR o.requirement_id = ANY ($3))
    AND ($4::int IS NULL OR o.entry = $4) AND ($5::text[] IS NULL OR o.outcome = ANY ($5))
) o
WHERE (o.position, o.entry, o.requirement_id) > (($8::text[])[1]::int, ($8::text[])[2]::int, ($8::text[])[3]::uuid)
ORDER BY o.position, o.entry, o.requirement_id LIMIT $6 OFFSET $7;

-- GRID
--   All outcomes of an audit without their texts, and the cells of which findings propose something (`ProposedCell`): the
--   records of each requirement as JSON, with commas between them.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 proposed: json
--   returns cells text, count integer
WITH proposed AS MATERIALIZED (
  SELECT "requirementId" AS requirement_id, entry
  FROM json_to_recordset($3::json) AS p("requirementId" uuid, entry int)
)
SELECT string_agg(cell, ',' ORDER BY entry) AS cells, count(*)::int AS count
FROM (
  SELECT o.requirement_id, o.entry, json_build_object('requirementId', o.requirement_id, 'entry',
      CASE WHEN o.entry = 0 THEN to_json('all'::text) ELSE to_json(o.entry) END, 'outcome', o.outcome,
        'former', o.former,
      'proposal', CASE WHEN o.outcome = 'untested' AND p.entry IS NOT NULL THEN 'failed' ELSE o.proposal END,
        'byName', o.user_name, 'hasNote', o.note IS NOT NULL, 'issueCount', coalesce(l.n, 0),
        'evidenceCount', coalesce(e.n, 0),
      'revision', o.revision)::text AS cell
  FROM audit_outcomes o LEFT JOIN proposed p ON p.requirement_id = o.requirement_id AND p.entry = o.entry
  LEFT JOIN (
    SELECT requirement_id, entry, count(*) AS n FROM audit_outcome_issues WHERE organization_id = $1 AND audit_id = $2
    GROUP BY 1, 2
  ) l ON l.requirement_id = o.requirement_id AND l.entry = o.entry LEFT JOIN (
    SELECT requirement_id, entry, count(*) AS n FROM evidence_links WHERE organization_id = $1 AND record_id = $2
    GROUP BY 1, 2
  ) e ON e.requirement_id = o.requirement_id AND e.entry = o.entry
  WHERE o.organization_id = $1 AND o.audit_id = $2
  UNION ALL
  SELECT p.requirement_id, p.entry, json_build_object('requirementId', p.requirement_id, 'entry', p.entry,
      'outcome', 'untested', 'former', NULL, 'proposal', 'failed', 'byName', NULL, 'hasNote', false,
      'issueCount', 0, 'evidenceCount', 0, 'revision', 0)::text
  FROM proposed p
  WHERE NOT EXISTS (SELECT FROM audit_outcomes k WHERE k.organization_id = $1 AND k.audit_id = $2
    AND k.requirement_id = p.requirement_id AND k.entry = p.entry)
) cells GROUP BY requirement_id;

-- STORE_OUTCOMES
--   `cells` are `StoredOutcome`; each that was there gets the next revision.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 cells: json
--   $4 at: timestamp with time zone
INSERT INTO audit_outcomes AS o (organization_id, audit_id, requirement_id, entry, outcome, note, derogation, user_id,
  user_name, at,
  copied_from, former, from_proposal, proposal, proposed_by, proposed_at, revision)
SELECT $1::uuid, $2::uuid, "requirementId", entry, outcome, note, derogation, "userId", "userName", $4::timestamptz,
  "copiedFrom",
  former, "fromProposal", proposal, "proposedBy", "proposedAt", 1
FROM json_to_recordset($3::json) AS c("requirementId" uuid, entry int, outcome text, note text, derogation text,
  "userId" uuid,
  "userName" text, "copiedFrom" int, former text, "fromProposal" boolean, proposal text, "proposedBy" text,
    "proposedAt" timestamptz)
ON CONFLICT ON CONSTRAINT pk_audit_outcomes DO UPDATE SET outcome = excluded.outcome, note = excluded.note,
  derogation = excluded.derogation, user_id = excluded.user_id, user_name = excluded.user_name, at = excluded.at,
  copied_from = excluded.copied_from, former = excluded.former, from_proposal = excluded.from_proposal,
    proposal = excluded.proposal,
  proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at, revision = o.revision + 1;

-- NOTE_CHANGES
--   What these outcomes say from now on stays in their history.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 requirementIds: uuid[]
--   $4 entries: integer[]
INSERT INTO audit_outcome_changes (organization_id, audit_id, requirement_id, entry, revision, outcome, note, user_id,
  user_name, at)
SELECT o.organization_id, o.audit_id, o.requirement_id, o.entry, o.revision, o.outcome, o.note, o.user_id,
  o.user_name, o.at
FROM audit_outcomes o JOIN unnest($3::uuid[], $4::int[]) AS cell(requirement_id, entry)
  ON cell.requirement_id = o.requirement_id AND cell.entry = o.entry
WHERE o.organization_id = $1 AND o.audit_id = $2 ON CONFLICT DO NOTHING;

-- HISTORY
--   The history of outcomes, the latest first.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 requirementId: uuid
--   $4 entry: integer
--   $5 limit: bigint
--   $6 offset: bigint
--   $7 behind: text[]
--   returns requirementId uuid, entry integer, outcome text, note text, userId uuid, userName text, at timestamp with time zone, revision integer, total integer
SELECT requirement_id AS "requirementId", entry, outcome, note, user_id AS "userId", user_name AS "userName", at,
  revision, total
FROM (
  SELECT *, count(*) OVER ()::int AS total FROM audit_outcome_changes
  WHERE organization_id = $1 AND audit_id = $2 AND ($3::uuid IS NULL OR requirement_id = $3)
    AND ($4::int IS NULL OR entry = $4)
) changes
WHERE at < ($7::text[])[1]::timestamptz OR (at = ($7::text[])[1]::timestamptz
  AND (requirement_id, entry, -revision) > (($7::text[])[2]::uuid, ($7::text[])[3]::int, -($7::text[])[4]::int))
ORDER BY at DESC, requirement_id, entry, revision DESC LIMIT $5 OFFSET $6;

-- ISSUES_BY_NUMBER
--   The ids of issues of a product.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 numbers: integer[]
--   returns id uuid, number integer
SELECT id, number FROM issues WHERE organization_id = $1 AND product_id = $2 AND number = ANY ($3::int[]);

-- UNLINK_ISSUES
--   `cells`: `{ requirementId, entry, issueIds }`; each has exactly these issues then.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 cells: json
DELETE FROM audit_outcome_issues l USING json_to_recordset($3::json) AS c("requirementId" uuid, entry int,
  "issueIds" uuid[])
WHERE l.organization_id = $1 AND l.audit_id = $2 AND l.requirement_id = c."requirementId" AND l.entry = c.entry
  AND NOT l.issue_id = ANY (c."issueIds");

-- LINK_ISSUES
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 cells: json
INSERT INTO audit_outcome_issues (organization_id, audit_id, requirement_id, entry, issue_id)
SELECT $1::uuid, $2::uuid, c."requirementId", c.entry, issue_id
FROM json_to_recordset($3::json) AS c("requirementId" uuid, entry int, "issueIds" uuid[]),
  unnest(c."issueIds") AS issue_id
ON CONFLICT DO NOTHING;

-- FORGET_PERSON
--   What people decided stays by their names when their accounts are deleted.
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE audit_outcomes SET user_id = NULL WHERE organization_id = $1 AND user_id = $2;

-- FORGET_PERSON_IN_HISTORY
--   $1 organizationId: uuid
--   $2 userId: uuid
UPDATE audit_outcome_changes SET user_id = NULL WHERE organization_id = $1 AND user_id = $2;

-- DECIDED_BY
--   Who has decided how many outcomes.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   returns userId uuid, name text, decided integer
SELECT user_id AS "userId", max(user_name) AS name, count(*)::int AS decided FROM audit_outcomes
WHERE organization_id = $1 AND audit_id = $2 AND outcome <> 'untested' AND user_name IS NOT NULL
GROUP BY user_id, CASE WHEN user_id IS NULL THEN user_name END ORDER BY decided DESC, name;

-- PROPOSED_FAILURES
--   What findings fail of a standard at the addresses of entries: those that have landed, are there now, need no review,
--   and that nobody has dismissed, for that page or at all. Of each address its entry and its page, in three lists of
--   equal length.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 standardId: uuid
--   $4 entries: integer[]
--   $5 addresses: text[]
--   $6 pages: text[]
--   returns requirementId uuid, entry integer, tools text[], findings uuid[], since timestamp with time zone
WITH candidates AS MATERIALIZED (
  SELECT r.standard_id, criterion, r.id AS requirement_id, count(*) OVER (PARTITION BY r.standard_id, criterion) AS rivals,
    bool_and(r.applies_to IS NOT NULL) OVER (PARTITION BY r.standard_id, criterion) AS are_alternatives,
    row_number() OVER (PARTITION BY r.standard_id, criterion
      ORDER BY coalesce(r.applies_to -> 'types' ? p.type::text, false) DESC, r.sort_order, r.id) AS place
  FROM requirements r CROSS JOIN unnest(r.wcag) AS criterion
  CROSS JOIN (SELECT type, features, drawn_in FROM products WHERE organization_id = $1 AND id = $2) p
  WHERE r.standard_id = $3::uuid AND (r.applies_to IS NULL OR r.id = ANY (p.drawn_in)
  OR (r.applies_to -> 'types' ? p.type::text OR r.applies_to -> 'features' ?| p.features)
    AND to_jsonb(p.features) @> (r.applies_to -> 'with'))
), answers AS MATERIALIZED (
  SELECT standard_id, criterion, requirement_id FROM candidates WHERE rivals = 1 OR (are_alternatives AND place = 1)
), failures AS MATERIALIZED (
  SELECT criterion, requirement_id FROM answers
  UNION
  SELECT criterion, requirement_id FROM candidates
  WHERE (SELECT organization_id IS NOT NULL FROM standards WHERE id = $3::uuid)
  UNION
  SELECT 'rgaa:' || split_part(r.name, ' ', 1), r.id FROM requirements r
  WHERE r.standard_id = $3::uuid AND $3::uuid = 'b1f6a3b1-c8f0-5981-8fad-7095ebd8acb3'
), there AS MATERIALIZED (
  SELECT DISTINCT asked.entry, f.id, f.tool, f.criteria, f.first_seen_at
  FROM (
  WITH RECURSIVE meant AS MATERIALIZED (
    SELECT n.product_id, n.tool, n.number, n.kind = 'main' AS landed, n.layers, n.rest
    FROM lines n WHERE n.organization_id = $1 AND n.ended_at IS NULL AND n.product_id = $2 AND n.kind = 'main'
  ), heads AS MATERIALIZED (
    SELECT DISTINCT m.product_id, m.tool, m.landed, (layer ->> 0)::uuid AS head FROM meant m, json_array_elements(m.layers) AS layer
  ), chain AS (
    SELECT product_id, head, head AS at, 0 AS distance FROM (SELECT DISTINCT product_id, head FROM heads) h
    UNION ALL
    SELECT c.product_id, c.head, s.base_id, c.distance + 1
    FROM chain c JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = c.product_id AND s.id = c.at
    WHERE s.base_id IS NOT NULL
  ), mentions AS MATERIALIZED (
    SELECT c.product_id, c.head, c.distance, m.identity, m.addresses, m.is_there
    FROM chain c JOIN finding_sets s ON s.organization_id = $1 AND s.product_id = c.product_id AND s.id = c.at,
      LATERAL (
        SELECT *, true AS is_there FROM ROWS FROM (unnest(s.added), json_array_elements(s.pages::json)) AS added(identity, addresses)
        UNION ALL SELECT removed, NULL, false FROM unnest(s.removed) AS removed
      ) m
  ), latest AS (
    SELECT DISTINCT ON (product_id, head, identity) product_id, head, identity, addresses, is_there
    FROM mentions ORDER BY product_id, head, identity, distance
  )
  SELECT h.product_id, h.tool, t.identity, h.landed, address
  FROM heads h JOIN latest t ON t.product_id = h.product_id AND t.head = h.head, json_array_elements_text(t.addresses) AS address
  WHERE t.addresses IS NOT NULL AND address = ANY ($5::text[])
  UNION
  SELECT m.product_id, m.tool, (pair ->> 0)::uuid, m.landed, pair ->> 1
  FROM meant m, json_array_elements(m.rest::json) AS pair WHERE (pair ->> 1) = ANY ($5::text[])) here
  JOIN unnest($4::int[], $5::text[], $6::text[]) AS asked(entry, address, page) ON asked.address = here.address
  JOIN findings f ON f.organization_id = $1 AND f.product_id = here.product_id AND f.tool = here.tool
    AND f.identity = here.identity
  WHERE f.landed AND NOT f.needs_review AND ((f.status = 'pending' OR (f.status = 'dismissed' AND (f.dismissed_until IS NOT NULL AND f.dismissed_until <= now()) AND f.absent_at IS NULL)) OR (f.status = 'confirmed'))
    AND NOT EXISTS (SELECT FROM finding_page_answers a WHERE a.organization_id = $1 AND a.finding_id = f.id
      AND a.page = asked.page AND a.action = 'dismiss' AND (a.until IS NULL OR a.until > now()))
)
SELECT failures.requirement_id AS "requirementId", there.entry,
  array_agg(DISTINCT there.tool ORDER BY there.tool) AS tools,
  (array_agg(DISTINCT there.id ORDER BY there.id))[1:20] AS findings, min(there.first_seen_at) AS since
FROM there CROSS JOIN LATERAL unnest(ARRAY(
    SELECT criterion FROM unnest(there.criteria) AS criterion
    WHERE criterion LIKE 'rgaa:%' = (there.criteria && ARRAY(SELECT criterion FROM failures WHERE criterion LIKE 'rgaa:%')))) AS said
JOIN failures ON failures.criterion = said
GROUP BY 1, 2;

-- LIST_SAMPLE
--   The sample of an audit in its order.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   returns number integer, name text, url text, description text, kind text, process text, areaId uuid, position integer, copiedFrom integer, revision integer
SELECT number, name, url, description, kind, process, area_id AS "areaId", position, copied_from AS "copiedFrom",
  revision
FROM audit_entries WHERE organization_id = $1 AND audit_id = $2 ORDER BY position, number;

-- ADD_ENTRIES
--   `entries` are `AuditEntry`.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 entries: json
INSERT INTO audit_entries (organization_id, audit_id, number, name, url, description, kind, process, area_id,
  position, copied_from)
SELECT $1::uuid, $2::uuid, number, name, url, description, kind, process, "areaId", position, "copiedFrom"
FROM json_to_recordset($3::json) AS e(number int, name text, url text, description text, kind text, process text,
  "areaId" uuid,
  position int, "copiedFrom" int);

-- CHANGE_ENTRY
--   `entry` is an `AuditEntry`.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 entry: json
UPDATE audit_entries a SET name = e.name, url = e.url, description = e.description, kind = e.kind,
  process = e.process,
  area_id = e."areaId", revision = a.revision + 1
FROM json_to_record($3::json) AS e(number int, name text, url text, description text, kind text, process text,
  "areaId" uuid)
WHERE a.organization_id = $1 AND a.audit_id = $2 AND a.number = e.number;

-- DELETE_ENTRY
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 number: integer
DELETE FROM audit_entries WHERE organization_id = $1 AND audit_id = $2 AND number = $3;

-- COUNT_OUTCOMES_OF_ENTRY
--   Outcomes that an entry has of its own.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 number: integer
--   returns count integer
SELECT count(*)::int AS count FROM audit_outcomes
WHERE organization_id = $1 AND audit_id = $2 AND entry = $3 AND outcome <> 'untested';

-- DELETE_OUTCOMES_OF_ENTRY
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 number: integer
DELETE FROM audit_outcomes WHERE organization_id = $1 AND audit_id = $2 AND entry = $3;

-- USED_ENTRIES
--   Those of these entries that somebody uses: with outcomes, but for these (two lists of equal length), a comment, or an
--   assignment.
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 numbers: integer[]
--   $4 requirementIds: uuid[]
--   $5 entries: integer[]
--   returns entry integer
SELECT entry FROM (
  SELECT o.requirement_id, o.entry FROM audit_outcomes o
  WHERE o.organization_id = $1 AND o.audit_id = $2 AND o.entry = ANY ($3::int[])
  EXCEPT SELECT requirement_id, entry FROM unnest($4::uuid[], $5::int[]) AS but(requirement_id, entry)
) others
UNION SELECT c.entry FROM comments c
WHERE c.organization_id = $1 AND c.record_id = $2 AND c.entry = ANY ($3::int[])
UNION SELECT assigned.entry FROM audit_assignments a, unnest(a.entries) AS assigned(entry)
WHERE a.organization_id = $1 AND a.audit_id = $2 AND assigned.entry = ANY ($3::int[]);

-- DELETE_ENTRIES
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 numbers: integer[]
DELETE FROM audit_entries WHERE organization_id = $1 AND audit_id = $2 AND number = ANY ($3::int[]);

-- DELETE_OUTCOMES_OF_ENTRIES
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 numbers: integer[]
DELETE FROM audit_outcomes WHERE organization_id = $1 AND audit_id = $2 AND entry = ANY ($3::int[]);

-- ORDER_SAMPLE
--   $1 organizationId: uuid
--   $2 auditId: uuid
--   $3 numbers: integer[]
UPDATE audit_entries SET position = array_position($3::int[], number)
WHERE organization_id = $1 AND audit_id = $2;

-- CLEAR_AREA
--   Entries stay when their area is deleted.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 areaId: uuid
UPDATE audit_entries SET area_id = NULL, revision = revision + 1
WHERE organization_id = $1 AND area_id = $3
  AND audit_id IN (SELECT id FROM audits WHERE organization_id = $1 AND product_id = $2);

-- KNOWN_ADDRESSES
--   The addresses that findings and the samples of audits of a product name, of each the first so many.
--   $1 organizationId: uuid
--   $2 productId: uuid
--   $3 most: bigint
--   returns url text
SELECT url FROM (
  SELECT DISTINCT url FROM (
    SELECT json_array_elements_text(json_array_elements(pages::json)) AS url FROM finding_sets
    WHERE organization_id = $1 AND product_id = $2 LIMIT 100000) AS pages
  ORDER BY 1 LIMIT $3) AS reported
UNION
SELECT url FROM (
  SELECT DISTINCT e.url FROM audits a JOIN audit_entries e ON e.organization_id = a.organization_id
    AND e.audit_id = a.id
  WHERE a.organization_id = $1 AND a.product_id = $2 AND e.organization_id = $1 AND e.url IS NOT NULL ORDER BY 1
  LIMIT $3) AS examined;
