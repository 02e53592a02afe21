import { requireBelowLimit, type Settings } from '#libs/config';
import { insertOf, query, statementParts } from '#libs/database';
import { newId } from '#libs/ids';
import { reserveNumbersInProducts } from '../products/product-records.js';
import type { Product } from '../products/product.entity.js';
import { countRecords } from '../products/record-totals.js';
import { TOTALS } from '../products/record-totals.sql.js';
import type { ChangeContext } from '../work/change-context.js';
import type { Issue } from './issue.entity.js';
import { countOpenIssues, openIssueAdded, requirementSetOf } from './open-issue-counts.js';
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
  | 'createdByUserId';

/** The data of a new issue; everything else has a default. `criteria`: WCAG numbers that are linked to requirements. */
export type IssueDraft = Pick<Issue, 'title'> & Partial<Pick<Issue, OptionalField>> & { criteria?: readonly string[] };

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

/**
 * Creates issues with consecutive numbers, in the order of the drafts; a fixed number of statements. Throws if the
 * product is archived, or would have more than it may.
 */
export function createIssues(
  change: ChangeContext,
  settings: Settings,
  { product, measure }: IssueTarget,
  drafts: readonly IssueDraft[],
): Promise<OpenedIssue[]> {
  return createIssuesInProducts(
    change,
    settings,
    drafts.map((draft) => ({ product, measure, draft })),
  );
}

/** The same in many products of an organization at once; answers in the order given. */
export async function createIssuesInProducts(
  change: ChangeContext,
  settings: Settings,
  issues: readonly (IssueTarget & { draft: IssueDraft })[],
): Promise<OpenedIssue[]> {
  const organizationId = issues[0]?.product.organizationId;
  if (!organizationId) return [];
  const counts = countBy(issues.map(({ product }) => product.id));
  const next = await reserveNumbersInProducts(change.tx, organizationId, 'issue', counts);
  await requireRoom(change, settings, organizationId, counts, next);
  const rows = issues.map(({ product, measure, draft }) => {
    const number = next.get(product.id)!;
    next.set(product.id, number + 1);
    return { ...draft, id: newId(), number, productId: product.id, measure };
  });
  const linked = await requirementsOfDrafts(change, organizationId, rows);
  const requirementsOf = ({ id }: OpenedIssue): readonly string[] => linked.get(id) ?? [];
  const opened = rows.map((row) => ({
    ...row,
    source: row.source ?? 'internal',
    wcag: row.wcag ?? [],
    requirementSet: `\\x${requirementSetOf(requirementsOf(row))}`,
  }));
  const links = rows.flatMap((row) => requirementsOf(row).map((requirementId) => ({ issueId: row.id, requirementId })));
  const issuesOpened = insertOf(INTO_ISSUES, ISSUE_TYPES, organizationId, opened);
  if (links.length === 0) await change.tx.query(...issuesOpened);
  else {
    const { parts, values } = statementParts(
      [issuesOpened, insertOf(INTO_LINKS, LINK_TYPES, organizationId, links)],
      1,
    );
    await change.tx.query(`WITH ${parts.join(', ')} SELECT 1`, [organizationId, ...values]);
  }
  const changes = rows.map((row) => openIssueAdded(row, requirementsOf(row)));
  countOpenIssues(change, organizationId, changes);
  for (const [id, count] of counts) countRecords(change, 'issues', { organizationId, id }, count);
  return rows;
}

/**
 * Refuses more issues than a product may have. Whose numbers have not come that far has room, and is not asked for. The numbers are locked.
 * @throws LimitReached
 */
async function requireRoom(
  { tx }: ChangeContext,
  settings: Settings,
  organizationId: string,
  counts: ReadonlyMap<string, number>,
  next: ReadonlyMap<string, number>,
): Promise<void> {
  const isFar = (id: string): boolean => next.get(id)! - 1 + counts.get(id)! > settings.recordLimits.issues;
  const far = [...counts.keys()].filter(isFar);
  if (settings.recordLimits.issues === 0 || far.length === 0) return;
  const totals = await query(tx, TOTALS, [organizationId, 'issues', far]);
  for (const { productId, total } of totals) requireBelowLimit(settings, 'issues', total, counts.get(productId));
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const INTO_ISSUES = `
  INSERT INTO issues (organization_id, id, product_id, number, title, description, severity, impact, effort, priority,
    source, source_url, source_id, wcag, audit_id, test_activity_id, created_by_user_id, requirement_set)`;
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
  requirementSet: 'bytea',
};

const INTO_LINKS = 'INSERT INTO issue_requirements (organization_id, issue_id, requirement_id)';
const LINK_TYPES = { issueId: 'uuid', requirementId: 'uuid' };
