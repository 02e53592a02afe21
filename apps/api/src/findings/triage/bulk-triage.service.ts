import { withinTime } from '#libs/database';
import { type Fault, InvalidInput } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { conditionOf } from '../../platform/lists/page-of.js';
import { SEARCH_TIMEOUT_MS } from '../../platform/lists/search-limits.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { active } from '../../products/products/active.js';
import { productNamed } from '../../products/products/named-product.js';
import { bulkFaults } from './bulk-faults.js';
import type { FindingFilter } from './dto/finding-filter.dto.js';
import type { BulkDecided, BulkTriage, BulkTriageData } from './dto/triage.dto.js';
import { CountChanged } from './errors.js';
import { findingsOf } from './finding-list.js';
import { Finding } from './finding.entity.js';
import { TriageService } from './triage.service.js';

/** The most findings that one request decides on, and the most where each makes an issue. */
const MOST = 10_000;
const MOST_ISSUES = 1_000;

/** Triages the findings that are named by their ids or by a filter. */
@Injectable()
export class BulkTriageService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly triageService: TriageService,
  ) {}

  /** @throws InvalidInput; CountChanged; what triage refuses */
  async triage(
    organization: Organization,
    { ids, revisions, filter, expected, seenAt, data }: BulkTriage,
    { dryRun, userId }: { dryRun: boolean; userId: string | null },
  ): Promise<BulkDecided> {
    const faults = bulkFaults(data);
    if (filter && !dryRun && expected === undefined)
      faults.push({ path: '/expected', code: 'required', message: 'expected is required with a filter' });
    if (faults.length > 0) throw new InvalidInput(faults);
    if (!filter) return this.triageService.bulk(organization, { ids: ids!, revisions }, data, { userId, dryRun });
    const found = await this.find(organization, filter, dryRun ? undefined : MOST + 1);
    if (dryRun) return { updated: found.length, notFound: [], decision: null };
    requireFewer(found.length, data);
    if (found.length !== expected) throw new CountChanged(found.length);
    if (found.length === 0) return { updated: 0, notFound: [], decision: null };
    const decided = await this.triageService.bulk(organization, { ids: found, seenAt }, data, { userId });
    return { ...decided, notFound: [] };
  }

  private async find(organization: Organization, filter: FindingFilter, limit?: number): Promise<string[]> {
    const { product, productId, ...others } = filter;
    const named = product ?? productId;
    const found = named === undefined ? undefined : await productNamed(this.database.manager, organization.id, named);
    requireOneProduct(filter, found?.id);
    // As in the list of the organization: archived products have none.
    if (found === null || (found && !active(found))) return [];
    const list = findingsOf({ organization, product: found }, { ...others, ...numbersOf(others) });
    const { where, values } = conditionOf(this.database.getMetadata(Finding), list);
    const text = `SELECT l.id FROM findings l WHERE ${where}${limit === undefined ? '' : ` LIMIT ${limit}`}`;
    const read = (manager: EntityManager) => manager.query<{ id: string }[]>(text, values);
    const rows = await (list.search
      ? withinTime(this.database.manager, SEARCH_TIMEOUT_MS, read)
      : read(this.database.manager));
    return rows.map(({ id }) => id);
  }
}

/** @throws InvalidInput where a filter names two products, or none with numbers of its records */
function requireOneProduct(
  { product, productId, issue, testActivity }: FindingFilter,
  found: string | undefined,
): void {
  const faults: Fault[] = [];
  if (product !== undefined && productId !== undefined && productId.toLowerCase() !== found)
    faults.push({
      path: '/filter/product',
      code: 'not_applicable',
      message: 'product and productId must name the same product',
    });
  for (const [name, numbers] of Object.entries({ issue, testActivity }))
    if (numbers && product === undefined && productId === undefined)
      faults.push({
        path: `/filter/${name}`,
        code: 'not_applicable',
        message: `${name} requires a product, because the numbers belong to its records`,
      });
  if (faults.length > 0) throw new InvalidInput(faults);
}

/** The largest number that a record can have. */
const LARGEST = 2_147_483_647;

/** Numbers that no record can have name none. */
const numbersOf = ({ issue, testActivity }: Pick<FindingFilter, 'issue' | 'testActivity'>) => ({
  ...(issue && { issue: issue.filter((number) => number <= LARGEST) }),
  ...(testActivity && { testActivity: testActivity.filter((number) => number <= LARGEST) }),
});

/** @throws InvalidInput where a request would decide on more than it may */
function requireFewer(count: number, { action, issueNumber, asOne }: BulkTriageData): void {
  const makesIssues = action === 'confirm' && issueNumber === undefined && asOne !== true;
  const most = makesIssues ? MOST_ISSUES : MOST;
  if (count <= most) return;
  const message = `the filter matches more than ${most.toLocaleString('en')} findings; narrow it, and decide in several steps`;
  throw new InvalidInput([{ path: '/filter', code: 'too_many', message, params: { max: most } }]);
}
