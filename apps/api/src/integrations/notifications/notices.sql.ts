import { sql, type Uuid } from '#libs/database';
import { isOpen } from '../../accounts/organizations/invitations/is-open.js';
import { isActive } from '../../products/products/active.js';
import { isPresent } from '../../accounts/organizations/deleted/is-present.js';

/** An issue that somebody is told of. */
export interface IssueToNotify {
  id: Uuid;
  number: number;
  title: string;
  assigneeId: Uuid;
  productSlug: string;
}

/** Issues with who does them now. */
export const ISSUES_TO_NOTIFY = sql<[organizationId: Uuid, ids: readonly Uuid[]], IssueToNotify>(`
  SELECT i.id, i.number, i.title, i.assignee_id AS "assigneeId", p.slug AS "productSlug"
  FROM issues i JOIN products p ON p.organization_id = i.organization_id AND p.id = i.product_id
  WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) AND i.assignee_id IS NOT NULL`);

/**
 * The closed issues whose findings a run has found again, with when that was and whom it concerns: who closed it, or
 * who has to do it where a tracker or a key closed it.
 */
export const REGRESSED_ISSUES = sql<
  [organizationId: Uuid, productId: Uuid, activityId: Uuid],
  Omit<IssueToNotify, 'assigneeId'> & { closedAt: Date; userId: Uuid }
>(`
  WITH found AS MATERIALIZED (
    SELECT unnest(a.regressed) AS id FROM test_activities t
      JOIN finding_answers a ON a.organization_id = $1 AND a.product_id = $2 AND a.id = t.answer_id
    WHERE t.organization_id = $1 AND t.product_id = $2 AND t.id = $3
  ), closed AS MATERIALIZED (
    SELECT DISTINCT f.issue_id AS id FROM findings f WHERE f.organization_id = $1 AND f.product_id = $2
      AND f.id IN (SELECT id FROM found) AND f.issue_id IS NOT NULL
  )
  SELECT i.id, i.number, i.title, p.slug AS "productSlug", i.closed_at AS "closedAt",
    coalesce(i.closed_by_user_id, i.assignee_id) AS "userId"
  FROM issues i JOIN products p ON p.organization_id = i.organization_id AND p.id = i.product_id
  WHERE i.organization_id = $1 AND i.id IN (SELECT id FROM closed) AND i.state = 'closed'
    AND coalesce(i.closed_by_user_id, i.assignee_id) IS NOT NULL
  ORDER BY i.id`);

/** Open invitations with the accounts of their verified addresses. */
export const INVITATIONS_TO_NOTIFY = sql<
  [organizationId: Uuid, ids: readonly Uuid[]],
  { id: Uuid; userId: Uuid; inviterId: Uuid; inviterName: string }
>(`
  SELECT i.id, u.id AS "userId", i.inviter_id AS "inviterId", inviter.name AS "inviterName"
  FROM invitations i JOIN users u ON u.email = i.email AND u.email_verified
    JOIN users inviter ON inviter.id = i.inviter_id
  WHERE i.organization_id = $1 AND i.id = ANY ($2::uuid[]) AND ${isOpen('i')} ORDER BY i.id`);

// Of what was due long ago nobody is told anew, whatever has been forgotten since.
const IS_NEAR = `i.state = 'open' AND i.assignee_id IS NOT NULL AND i.due_at > now() - interval '7 days'
  AND i.due_at <= now() + interval '3 days'`;

/** The organizations in which dates come near, or have passed lately. */
export const ORGANIZATIONS_WITH_DATES = sql<[], { id: Uuid }>(`
  /* all organizations: tell_of_dates */
  SELECT DISTINCT i.organization_id AS id FROM issues i JOIN organizations o ON o.id = i.organization_id AND ${isPresent('o')}
  WHERE ${IS_NEAR} ORDER BY 1`);

/**
 * The issues whose dates do, in the order of their ids behind one; `since` is the moment from which that may be told.
 */
export const ISSUES_WITH_DATES = sql<
  [organizationId: Uuid, behind: Uuid, limit: number],
  IssueToNotify & { isOverdue: boolean; since: Date }
>(`
  SELECT i.id, i.number, i.title, i.assignee_id AS "assigneeId", p.slug AS "productSlug",
    i.due_at <= now() AS "isOverdue",
    CASE WHEN i.due_at <= now() THEN i.due_at ELSE i.due_at - interval '3 days' END AS since
  FROM issues i JOIN products p ON p.organization_id = i.organization_id AND p.id = i.product_id
  WHERE i.organization_id = $1 AND ${IS_NEAR} AND ${isActive('p')} AND i.id > $2 ORDER BY i.id LIMIT $3::int`);

/** Products, and whom they concern: who answers for one, and who has pinned it. */
export const PRODUCTS_TO_NOTIFY = sql<
  [organizationId: Uuid, ids: readonly Uuid[]],
  { id: Uuid; name: string; slug: string; responsiblePersonId: Uuid | null; pinnedBy: Uuid[] }
>(`
  SELECT p.id, p.name, p.slug, p.responsible_person_id AS "responsiblePersonId",
    ARRAY(SELECT pin.user_id FROM product_pins pin WHERE pin.organization_id = $1 AND pin.product_id = p.id
      ORDER BY 1) AS "pinnedBy"
  FROM products p WHERE p.organization_id = $1 AND p.id = ANY ($2::uuid[])`);

/** Who manages an organization. */
export const MANAGERS = sql<[organizationId: Uuid], { userId: Uuid }>(`
  SELECT m.user_id AS "userId" FROM members m WHERE m.organization_id = $1 AND m.role <> 'member' ORDER BY 1`);
