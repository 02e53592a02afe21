import { sql, type Uuid } from '#libs/database';
import { hasStatus } from '../status.js';
import type { OwnershipRule } from './ownership-rules.entity.js';

/** The rules of a product, and who was taken last. */
export interface StoredRules {
  productId: Uuid;
  rules: OwnershipRule[];
  turns: Uuid[];
}

/** The rules of products that have some; they stay until the unit has ended. */
export const LOCK_RULES = sql<[organizationId: Uuid, productIds: readonly Uuid[]], StoredRules>(`
  SELECT r.product_id AS "productId", r.rules, r.turns FROM ownership_rules r
  WHERE r.organization_id = $1 AND r.product_id = ANY ($2::uuid[]) AND r.rules <> '[]'
  ORDER BY r.product_id FOR UPDATE`);

/**
 * The members that rules name, each without a team; and the members of the teams that rules name, with a null for one
 * without anybody.
 */
export const NAMED_PEOPLE = sql<
  [organizationId: Uuid, userIds: readonly Uuid[], teamIds: readonly Uuid[]],
  { teamId: Uuid | null; userId: Uuid | null }
>(`
  SELECT NULL::uuid AS "teamId", m.user_id AS "userId" FROM members m
  WHERE m.organization_id = $1 AND m.user_id = ANY ($2::uuid[])
  UNION ALL
  SELECT t.id, m.user_id FROM teams t LEFT JOIN members m ON m.organization_id = t.organization_id AND m.team_id = t.id
  WHERE t.organization_id = $1 AND t.id = ANY ($3::uuid[])
  ORDER BY 1, 2`);

/** The slugs of areas that are there. */
export const NAMED_AREAS = sql<[organizationId: Uuid, areaIds: readonly Uuid[]], { id: Uuid; slug: string }>(`
  SELECT a.id, a.slug FROM areas a WHERE a.organization_id = $1 AND a.id = ANY ($2::uuid[])`);

/** The areas of a product with these slugs. */
export const AREAS_OF_SLUGS = sql<
  [organizationId: Uuid, productId: Uuid, slugs: readonly string[]],
  { id: Uuid; slug: string }
>(`
  SELECT a.id, a.slug FROM areas a WHERE a.organization_id = $1 AND a.product_id = $2 AND a.slug = ANY ($3::text[])`);

/** The areas that runs were about. */
export const AREAS_OF_RUNS = sql<
  [organizationId: Uuid, activityIds: readonly Uuid[]],
  { activityId: Uuid; areaIds: Uuid[] }
>(`
  SELECT t.test_activity_id AS "activityId", array_agg(t.area_id) AS "areaIds" FROM test_activity_areas t
  WHERE t.organization_id = $1 AND t.test_activity_id = ANY ($2::uuid[]) GROUP BY 1`);

/** Keeps who was taken last. */
export const KEEP_TURNS = sql<[organizationId: Uuid, productId: Uuid, turns: readonly Uuid[]]>(`
  UPDATE ownership_rules SET turns = $3::uuid[] WHERE organization_id = $1 AND product_id = $2`);

/** Gives a product rules, none at first, so that there is something to lock. */
export const BEGIN_RULES = sql<[organizationId: Uuid, productId: Uuid]>(`
  INSERT INTO ownership_rules (organization_id, product_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`);

/** The account of somebody whom rules name is gone: whoever it was is nobody. */
export const FORGET_OWNER = sql<[organizationId: Uuid, userId: Uuid]>(`
  UPDATE ownership_rules SET turns = array_remove(turns, $2::uuid), revision = revision + 1,
    rules = coalesce((
      SELECT jsonb_agg(CASE WHEN rule #>> '{assign,userId}' = $2::text THEN jsonb_set(rule, '{assign,userId}', 'null')
        ELSE rule END ORDER BY place)
      FROM jsonb_array_elements(rules) WITH ORDINALITY AS each(rule, place)), '[]')
  WHERE organization_id = $1
    AND ($2::uuid = ANY (turns) OR rules @> jsonb_build_array(jsonb_build_object('assign',
      jsonb_build_object('userId', $2::text))))`);

/** A finding that rules are tried on. */
export interface OpenFinding {
  id: Uuid;
  tool: string;
  ruleId: string;
  selector: string | null;
  wcag: string[];
  criteria: string[];
  firstActivityId: Uuid | null;
}

/** The newest findings of a product that wait for a decision, or whose open issue nobody does. */
export const OPEN_FINDINGS = sql<[organizationId: Uuid, productId: Uuid, atMost: number], OpenFinding>(`
  SELECT f.id, f.tool, f.rule_id AS "ruleId", f.selector, f.wcag, f.criteria, f.first_activity_id AS "firstActivityId"
  FROM findings f LEFT JOIN issues i ON i.organization_id = f.organization_id AND i.id = f.issue_id
  WHERE f.organization_id = $1 AND f.product_id = $2 AND NOT f.needs_review
    AND (${hasStatus('f', 'pending')} OR (${hasStatus('f', 'confirmed')} AND i.state = 'open'
      AND i.assignee_id IS NULL))
  ORDER BY f.created_at DESC, f.id LIMIT $3::int`);
