import { requireBelowLimit, type RecordLimits } from '#libs/config';
import { insertOf, query, statementParts } from '#libs/database';
import { newId } from '#libs/ids';
import { mapInSlices, pauseBefore } from '#libs/queues';
import { reserveNumbersInProducts } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import { countRecords } from '../../products/products/record-totals.js';
import { TOTALS } from '../../products/products/record-totals.sql.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { Issue } from './issue.entity.js';
import { countOpenIssues, openIssueAdded, requirementSetOf } from './open-issue-counts.js';
import { datesByDeadlines } from './deadlines/dates-by-deadlines.js';
import { assignIssues, type PeopleOfIssue } from './people-of-issues.js';
import { type Measure, requirementsOfDrafts } from './requirements-of-drafts.js';

type OptionalField =
  | 'description'
  | 'severity'
  | 'impact'
  | 'effort'
  | 'priority'
  | 'source'
  | 'sourceUrl'
  | 'sourceId'
  | 'wcag'
  | 'auditId'
  | 'testActivityId'
  | 'createdByUserId'
  | 'assigneeId'
  | 'teamId'
  | 'dueAt';

/**
 * The data of a new issue; everything else has a default. `criteria`: WCAG numbers that are linked to requirements;
 * `requirementIds`: those that it is linked to in their place, which stay until the unit has ended.
 */
export type IssueDraft = Pick<Issue, 'title'> &
  Partial<Pick<Issue, OptionalField>> & { criteria?: readonly string[]; requirementIds?: readonly string[] };

/** The id and number of a new issue. */
export interface OpenedIssue {
  id: string;
  number: number;
}

/** The product of new issues, and what they are measured against where their criteria link them to requirements. */
export interface IssueTarget {
  product: Pick<Product, 'id' | 'organizationId'>;
  measure?: Measure;
}

/** Says whose new issues are, in their order, once their numbers are taken: it may lock what keeps turns. */
export type OwnersOf = (change: ChangeContext) => Promise<readonly (PeopleOfIssue | undefined)[]>;

/**
 * Creates issues with consecutive numbers, in the order of the drafts; a fixed number of statements. Throws if the
 * product is archived, or would have more than it may.
 */
export function createIssues(
  change: ChangeContext,
  limits: RecordLimits,
  { product, measure }: IssueTarget,
  drafts: readonly IssueDraft[],
  ownersOf?: OwnersOf,
): Promise<OpenedIssue[]> {
  return createIssuesInProducts(
    change,
    limits,
    drafts.map((draft) => ({ product, measure, draft })),
    ownersOf,
  );
}

/** The same in many products of an organization at once; answers in the order given. */
export async function createIssuesInProducts(
  change: ChangeContext,
  limits: RecordLimits,
  issues: readonly (IssueTarget & { draft: IssueDraft })[],
  ownersOf?: OwnersOf,
): Promise<OpenedIssue[]> {
  const organizationId = issues[0]?.product.organizationId;
  if (!organizationId) return [];
  const counts = countBy(issues.map(({ product }) => product.id));
  const next = await reserveNumbersInProducts(change.tx, organizationId, 'issue', counts);
  await requireRoom(change, limits, organizationId, counts, next);
  const owners = await ownersOf?.(change);
  const rows = issues.map(({ product, measure, draft }, index) => {
    const number = next.get(product.id)!;
    next.set(product.id, number + 1);
    return { ...draft, ...owners?.[index], id: newId(), number, productId: product.id, measure };
  });
  const linked = await requirementsOfDrafts(change, organizationId, rows);
  const requirementsOf = ({ id }: OpenedIssue): readonly string[] => linked.get(id) ?? [];
  const dateOf = await datesByDeadlines(change.tx, organizationId, rows);
  const opened = await mapInSlices(rows, (row) => ({
    ...row,
    source: row.source ?? 'internal',
    ...dateOf(row),
    wcag: row.wcag ?? [],
    requirementSet: `\\x${requirementSetOf(requirementsOf(row))}`,
  }));
  const links = rows.flatMap((row) => requirementsOf(row).map((requirementId) => ({ issueId: row.id, requirementId })));
  await pauseBefore(opened);
  const issuesOpened = insertOf(INTO_ISSUES, ISSUE_TYPES, organizationId, opened);
  if (links.length === 0) await change.tx.query(...issuesOpened);
  else {
    const { parts, values } = statementParts(
      [issuesOpened, insertOf(INTO_LINKS, LINK_TYPES, organizationId, links)],
      1,
    );
    await change.tx.query(`WITH ${parts.join(', ')} SELECT 1`, [organizationId, ...values]);
  }
  const assignments = rows.flatMap(({ id: issueId, assigneeId: userId }) => (userId ? [{ userId, issueId }] : []));
  await assignIssues(change, organizationId, assignments);
  const changes = await mapInSlices(rows, (row) => openIssueAdded(row, requirementsOf(row)));
  countOpenIssues(change, organizationId, changes);
  for (const [id, count] of counts) countRecords(change, 'issues', { organizationId, id }, count);
  change.noteIssuesMade(
    organizationId,
    rows.map(({ id }) => id),
  );
  return rows;
}

/**
 * Refuses more issues than a product may have. Whose numbers have not come that far has room, and is not asked for. The
 * numbers are locked.
 * @throws LimitReached
 */
async function requireRoom(
  { tx }: ChangeContext,
  limits: RecordLimits,
  organizationId: string,
  counts: ReadonlyMap<string, number>,
  next: ReadonlyMap<string, number>,
): Promise<void> {
  const isFar = (id: string): boolean => next.get(id)! - 1 + counts.get(id)! > limits.recordLimits.issues;
  const far = [...counts.keys()].filter(isFar);
  if (limits.recordLimits.issues === 0 || far.length === 0) return;
  const totals = await query(tx, TOTALS, [organizationId, 'issues', far]);
  for (const { productId, total } of totals) requireBelowLimit(limits, 'issues', total, counts.get(productId));
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const INTO_ISSUES = `
  INSERT INTO issues (organization_id, id, product_id, number, title, description, severity, impact, effort, priority,
    source, source_url, source_id, wcag, audit_id, test_activity_id, created_by_user_id, assignee_id, team_id, due_at, due_set_by, requirement_set)`;
const ISSUE_TYPES = {
  id: 'uuid',
  productId: 'uuid',
  number: 'int',
  title: 'text',
  description: 'text',
  severity: 'rating',
  impact: 'rating',
  effort: 'rating',
  priority: 'issue_priority',
  source: 'issue_source',
  sourceUrl: 'text',
  sourceId: 'text',
  wcag: 'text[]',
  auditId: 'uuid',
  testActivityId: 'uuid',
  createdByUserId: 'uuid',
  assigneeId: 'uuid',
  teamId: 'uuid',
  dueAt: 'timestamptz',
  dueSetBy: 'text',
  requirementSet: 'bytea',
};

const INTO_LINKS = 'INSERT INTO issue_requirements (organization_id, issue_id, requirement_id)';
const LINK_TYPES = { issueId: 'uuid', requirementId: 'uuid' };
