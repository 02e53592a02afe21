import { dueByIn } from '../../accounts/organizations/deadlines.js';
import { sql, type Uuid, variants } from '#libs/database';
import {
  type ClosedIssueChange,
  closedIssueChanges,
  closedIssueKind,
  closedIssuesGone,
} from './closed-issue-counts.js';
import type { OpenIssueChange } from './open-issue-counts.js';
import { openIssueChanges, openIssueKind, openIssuesGone, requirementSet } from './open-issue-counts.sql.js';
import { closedAtIn, closedByIn } from './transition.js';

/** The key of an issue and its product. */
export interface FoundIssue {
  organizationId: string;
  id: string;
  productId: string;
}

export type ChangedIssue = FoundIssue & { isChanged: boolean };

/** Counts a change of what is linked to an issue; changes of its own fields count themselves. */
export const COUNT_REVISION = sql<[organizationId: Uuid, id: Uuid]>(`
  UPDATE issues SET revision = revision + 1 WHERE organization_id = $1 AND id = $2`);

/** Issues stay when the audit in which they were found is deleted. */
export const CLEAR_AUDIT = sql<[organizationId: Uuid, auditId: Uuid]>(`
  UPDATE issues SET audit_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND audit_id = $2`);

/** Issues stay when the test activity that reported them is deleted; nobody has touched them by that. */
export const CLEAR_ACTIVITY = sql<[organizationId: Uuid, activityId: Uuid]>(`
  UPDATE issues SET test_activity_id = NULL, revision = revision + 1,
    untouched_revision = untouched_revision + (untouched_revision = revision)::int
  WHERE organization_id = $1 AND test_activity_id = $2`);

/** Issues stay without their creator when the person's account is deleted. */
export const CLEAR_CREATOR = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE issues SET created_by_user_id = NULL, revision = revision + 1
  WHERE organization_id = $1 AND created_by_user_id = $2`);

/** Nor do they know who closed them. */
export const CLEAR_CLOSER = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE issues SET closed_by_user_id = NULL WHERE organization_id = $1 AND closed_by_user_id = $2`);

/**
 * Takes issues from who leaves, and says of each product how many, with the ids of the first. They are locked in the
 * order of their ids, so that two units cannot deadlock.
 */
export const UNASSIGN = sql<[organizationId: Uuid, userId: Uuid], { productId: string; count: number; ids: string[] }>(`
  WITH found AS MATERIALIZED (
    SELECT i.id FROM issues i WHERE i.organization_id = $1 AND i.assignee_id = $2 ORDER BY i.id FOR UPDATE
  ), changed AS (
    UPDATE issues i SET assignee_id = NULL, updated_at = now(), revision = i.revision + 1
    FROM found WHERE i.organization_id = $1 AND i.id = found.id RETURNING i.id, i.product_id, i.number
  )
  SELECT product_id AS "productId", count(*)::int AS count, (array_agg(id ORDER BY number))[1:100] AS ids
  FROM changed GROUP BY 1 ORDER BY 1`);

/** Issues lose a team that is deleted. */
export const CLEAR_TEAM = sql<[organizationId: Uuid, teamId: Uuid]>(`
  UPDATE issues SET team_id = NULL, revision = revision + 1 WHERE organization_id = $1 AND team_id = $2`);

/** Has people watch issues, each with one; who does already goes on. */
export const WATCH = sql<[organizationId: Uuid, userIds: readonly Uuid[], issueIds: readonly Uuid[]]>(`
  INSERT INTO issue_watches (organization_id, user_id, issue_id)
  SELECT DISTINCT $1::uuid, given.user_id, given.issue_id
  FROM unnest($2::uuid[], $3::uuid[]) AS given(user_id, issue_id)
  ORDER BY 2, 3 ON CONFLICT DO NOTHING`);

export const UNWATCH = sql<[organizationId: Uuid, userId: Uuid, issueId: Uuid]>(
  'DELETE FROM issue_watches WHERE organization_id = $1 AND user_id = $2 AND issue_id = $3',
);

/** Counts a change of the issues that lose an area; their links go with the foreign key. */
export const COUNT_WITHOUT_AREA = sql<[organizationId: Uuid, areaId: Uuid]>(`
  UPDATE issues SET revision = revision + 1 WHERE organization_id = $1
    AND id IN (SELECT l.issue_id FROM issue_areas l WHERE l.organization_id = $1 AND l.area_id = $2)`);

export const LOCK_OF_PRODUCT = sql<[organizationId: Uuid, productId: Uuid]>(`
  SELECT 1 FROM issues WHERE organization_id = $1 AND product_id = $2 ORDER BY id FOR UPDATE`);

export const FIND = sql<[organizationId: Uuid, ids: readonly Uuid[]], FoundIssue>(`
  SELECT organization_id AS "organizationId", id, product_id AS "productId" FROM issues
  WHERE organization_id = $1 AND id = ANY ($2::uuid[])`);

/** In the order of their ids, so that two bulk requests cannot deadlock. */
export const LOCK = sql<[organizationId: Uuid, ids: readonly Uuid[]], FoundIssue & { revision: number }>(`
  SELECT organization_id AS "organizationId", id, product_id AS "productId", revision FROM issues
  WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`);

/** The deadlines that hold for an issue `i`. */
const DEADLINES_OF_ISSUE = `(SELECT o.deadlines FROM organizations o WHERE o.id = $1) AS of_organization,
      (SELECT p.deadlines FROM products p WHERE p.organization_id = $1 AND p.id = i.product_id) AS of_product`;

// What deadlines say once an issue `i` has what is `given`: anew where it is reopened, rated otherwise, or loses its
// date. A date of a person stays.
const RULE = `
          CROSS JOIN LATERAL (
            SELECT CASE WHEN i.state = 'closed' AND given.state = 'open' THEN coalesce($4::timestamptz, now())
              ELSE i.reopened_at END AS reopened_at
          ) begun CROSS JOIN LATERAL (
            SELECT begun.reopened_at, ${dueByIn(['before.of_organization', 'before.of_product'], 'given', 'coalesce(begun.reopened_at, i.created_at)')} AS due_at,
              given.due_set_by IS DISTINCT FROM 'person' AND (begun.reopened_at IS DISTINCT FROM i.reopened_at
                OR given.due_at IS NULL
                OR (given.severity, given.priority) IS DISTINCT FROM (i.severity, i.priority)) AS holds
          ) rule`;
const DATED = `CASE WHEN rule.holds THEN rule.due_at ELSE given.due_at END,
          CASE WHEN NOT rule.holds THEN given.due_set_by WHEN rule.due_at IS NOT NULL THEN 'rule' END`;

/**
 * Gives issues new values by the names of their columns, and locks them in the order of their ids, so that two requests
 * cannot deadlock. One that has the values already is not changed. `dated`: deadlines may follow from them.
 */
export const CHANGE = variants<
  [organizationId: Uuid, ids: readonly Uuid[], values: string, at: Date | null, by: Uuid | null],
  { found: ChangedIssue[]; changes: OpenIssueChange[]; closed: ClosedIssueChange[] },
  { dated: boolean }
>(
  { dated: [true, false] },
  ({ dated }) => `
  WITH found AS MATERIALIZED (
    SELECT ${openIssueKind('i')}, ${closedIssueKind('i')},
      jsonb_populate_record(i, $3::jsonb) IS DISTINCT FROM i AS differs${dated ? `, ${DEADLINES_OF_ISSUE}` : ''}
        FROM issues i
    WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) ORDER BY i.id FOR UPDATE
  ), before AS (SELECT * FROM found WHERE differs
  ), changed AS (
    UPDATE issues i SET
      (title, description, state, severity, impact, effort, priority, source_url, source_id, audit_id, assignee_id,
        team_id, due_at, due_set_by,
        closed_at, closed_by_user_id${dated ? ', reopened_at' : ''}) = (
        SELECT given.title, given.description, given.state, given.severity, given.impact, given.effort, given.priority,
          given.source_url,
          given.source_id, given.audit_id, given.assignee_id, given.team_id,
            ${dated ? DATED : 'given.due_at, given.due_set_by'},
          ${closedAtIn('i', 'given.state', '$4::timestamptz')}, ${closedByIn('i', 'given.state', '$5::uuid')}${dated ? ', rule.reopened_at' : ''}
        FROM jsonb_populate_record(i, $3::jsonb) given${dated ? RULE : ''}),
      updated_at = now(), revision = i.revision + 1
    FROM before WHERE i.organization_id = $1 AND i.id = before.id
    RETURNING ${openIssueKind('i')}, ${closedIssueKind('i')}
  )
  SELECT (SELECT coalesce(json_agg(json_build_object('organizationId', $1::uuid, 'id', id, 'productId', product_id,
    'isChanged', differs)), '[]') FROM found) AS found,
    ${openIssueChanges('before', 'changed')} AS changes, ${closedIssueChanges('before', 'changed')} AS closed`,
);

export const REMOVE = sql<
  [organizationId: Uuid, ids: readonly Uuid[]],
  { changes: OpenIssueChange[]; closed: ClosedIssueChange[] }
>(`
  WITH gone AS (
    DELETE FROM issues i WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
    RETURNING ${openIssueKind('i')}, ${closedIssueKind('i')}
  )
  SELECT ${openIssuesGone('gone')} AS changes, ${closedIssuesGone('gone')} AS closed`);

/** Notes at an issue the functional needs that it has been linked to. */
export const NOTE_NEEDS = sql<[organizationId: Uuid, id: Uuid], { changes: OpenIssueChange[] }>(`
  WITH before AS MATERIALIZED (
    SELECT ${openIssueKind('i')} FROM issues i WHERE i.organization_id = $1 AND i.id = $2
  ), noted AS (
    UPDATE issues i SET revision = i.revision + 1, functional_need_ids = ARRAY(
      SELECT l.functional_need_id FROM issue_functional_needs l WHERE l.organization_id = $1 AND l.issue_id = $2
      ORDER BY 1)
    WHERE i.organization_id = $1 AND i.id = $2
    RETURNING ${openIssueKind('i')}
  )
  SELECT ${openIssueChanges('before', 'noted')} AS changes`);

/** Makes the requirements of an issue exactly these. */
export const RELINK = sql<
  [organizationId: Uuid, id: Uuid, requirementIds: readonly Uuid[]],
  { changed: boolean; changes: OpenIssueChange[] }
>(`
  WITH wanted AS (SELECT DISTINCT unnest($3::uuid[]) AS id
  ), gone AS (
    DELETE FROM issue_requirements
    WHERE organization_id = $1 AND issue_id = $2 AND requirement_id NOT IN (SELECT id FROM wanted)
  ), added AS (
    INSERT INTO issue_requirements (organization_id, issue_id, requirement_id)
    SELECT $1::uuid, $2, id FROM (SELECT DISTINCT unnest($3::uuid[]) AS id) added ORDER BY id ON CONFLICT DO NOTHING
  ), before AS MATERIALIZED (
    SELECT ${openIssueKind('i')}, given.set FROM issues i,
      (SELECT ${requirementSet('ARRAY(SELECT id FROM wanted)')} AS set) given
    WHERE i.organization_id = $1 AND i.id = $2 AND i.requirement_set <> given.set
  ), relinked AS (
    UPDATE issues i SET requirement_set = before.set FROM before WHERE i.organization_id = $1 AND i.id = before.id
    RETURNING ${openIssueKind('i')}
  )
  SELECT EXISTS (SELECT FROM relinked) AS changed, ${openIssueChanges('before', 'relinked')} AS changes`);

export const LOCK_LINKED = sql<[organizationId: Uuid, requirementIds: readonly Uuid[]], { id: string }>(`
  SELECT i.id FROM issues i
  WHERE i.organization_id = $1 AND i.id IN (
    SELECT issue_id FROM issue_requirements WHERE organization_id = $1 AND requirement_id = ANY ($2::uuid[]))
  ORDER BY i.id FOR UPDATE`);

/** Has issues fail these requirements no longer; their links go with the foreign key. */
export const UNLINK = sql<
  [organizationId: Uuid, ids: readonly Uuid[], requirementIds: readonly Uuid[]],
  { changes: OpenIssueChange[] }
>(`
  WITH before AS MATERIALIZED (
    SELECT ${openIssueKind('i')} FROM issues i WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
  ), unlinked AS (
    UPDATE issues i SET requirement_set = ${requirementSet(`ARRAY(
      SELECT l.requirement_id FROM issue_requirements l
      WHERE l.organization_id = $1 AND l.issue_id = i.id AND l.requirement_id <> ALL ($3::uuid[]))`)},
        revision = i.revision + 1
    WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[])
    RETURNING ${openIssueKind('i')}
  )
  SELECT ${openIssueChanges('before', 'unlinked')} AS changes`);

/** Those of these requirements that are of built-in standards or of the organization's own. */
export const USABLE_REQUIREMENTS = sql<[organizationId: Uuid, ids: readonly Uuid[]], { id: string }>(`
  SELECT r.id FROM requirements r JOIN standards s ON s.id = r.standard_id
  WHERE r.id = ANY ($2::uuid[]) AND (s.organization_id IS NULL OR s.organization_id = $1)`);

/** The requirements of standards for the criteria of drafts, by draft. */
export const REQUIREMENTS_OF_DRAFTS = sql<[drafts: string], { id: string; requirementIds: string[] }>(`
  SELECT draft.id, array_agg(r.id) AS "requirementIds"
  FROM json_to_recordset($1::json) AS draft(id uuid, "standardId" uuid, criteria text[])
    JOIN requirements r ON r.standard_id = draft."standardId" AND r.wcag && draft.criteria
  GROUP BY 1`);

/**
 * Notes an event of a tracker at these issues; returns those of which no later one is known, and not this one either.
 */
export const NOTE_EXTERNAL_EVENT = sql<
  [ids: readonly Uuid[], sourceUrl: string, at: Date, action: string, organizationId: Uuid],
  { id: string }
>(`
  INSERT INTO external_events AS known (organization_id, issue_id, source_url, at, action)
  SELECT $5, unnest($1::uuid[]), $2, $3, $4
  ON CONFLICT (organization_id, issue_id) DO UPDATE SET source_url = excluded.source_url, at = excluded.at,
    action = excluded.action
    WHERE known.source_url <> excluded.source_url OR known.at < excluded.at
      OR (known.at = excluded.at AND known.action <> excluded.action)
  RETURNING issue_id AS id`);

/** Those of some issues that there are; `named` is JSON, of each the slug of its product and its number. */
export const NAMED_ISSUES = sql<[organizationId: Uuid, named: string], { id: Uuid; slug: string; number: number }>(`
  SELECT i.id, p.slug, i.number FROM json_to_recordset($2::json) AS named(slug text, number int)
  JOIN products p ON p.organization_id = $1 AND p.slug = named.slug
  JOIN issues i ON i.organization_id = $1 AND i.product_id = p.id AND i.number = named.number
  WHERE p.organization_id = $1 ORDER BY p.slug, i.number`);
