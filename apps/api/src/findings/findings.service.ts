import { NotFound } from '#libs/errors';
import { ReplicaReads } from '#libs/replica-reads';
import { type Page, paginate } from '#libs/paging';
import { filterBy, pickDefined } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { ofActiveProduct } from '../products/active.js';
import { wcagNumber } from '../catalogue/wcag-reference.js';
import type { Product } from '../products/product.entity.js';
import { type ListScope, totalFromCounts } from '../products/record-totals.js';
import { TestActivity } from '../test-activities/test-activity.entity.js';
import type { ActivityFindingsQuery, ListOrganizationFindingsQuery } from './dto/finding.dto.js';
import { Finding, FINDING_CHANGES, type FindingStatus } from './finding.entity.js';
import { isDismissalExpired, isPending } from './lifecycle.js';
import { type Occurrence, occurrencesOf } from './occurrences.js';
import { WAS_SAID } from './said-of-findings.js';
import { toolIdentity } from './distinct-finding.js';

/** A finding with its pages and its issue. */
export interface DetailedFinding {
  finding: Finding;
  occurrences: Occurrence[];
  issue: { id: string; number: number } | null;
}

/** The findings of a product, and of all products that are not archived. */
@Injectable()
export class FindingsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replicas: ReplicaReads,
  ) {}

  page(scope: ListScope, query: ListOrganizationFindingsQuery): Promise<Page<Finding>> {
    return this.replicas.read(async (manager) => {
      const { organization, product } = scope;
      const rows = manager.createQueryBuilder(Finding, 'finding');
      rows.where('finding.organizationId = :organizationId', { organizationId: organization.id });
      if (product) rows.andWhere('finding.productId = :id', { id: product.id });
      else rows.andWhere(ofActiveProduct('finding'));
      const tool = query.tool?.map(toolIdentity);
      filterBy(rows, { ...pickDefined(query, 'ruleId', 'severity', 'impact', 'productId'), tool });
      if (query.status) filterByShownStatus(rows, query.status);
      if (query.proposed !== undefined) rows.andWhere('finding.landed = :landed', { landed: !query.proposed });
      if (query.wcag) {
        const numbers = query.wcag.map((entry) => wcagNumber(entry) ?? entry);
        rows.andWhere('(finding.criteria && :numbers OR finding.wcag && :entries)', { numbers, entries: query.wcag });
      }
      if (query.q) {
        const pattern = `%${query.q.replace(/[\\%_]/g, '\\$&')}%`;
        rows.andWhere('(finding.title ILIKE :pattern OR finding.ruleId ILIKE :pattern)', { pattern });
      }
      const filters = pickDefined(
        query,
        'status',
        'tool',
        'ruleId',
        'severity',
        'impact',
        'wcag',
        'productId',
        'q',
        'proposed',
      );
      return paginate(rows, query, await totalFromCounts(manager, 'findings', scope, filters));
    });
  }

  /** The findings of one run, filtered by kinds of change. */
  async ofActivity(product: Product, number: number, query: ActivityFindingsQuery): Promise<Page<Finding>> {
    const { organizationId, id: productId } = product;
    const activity = await this.database.manager.findOneBy(TestActivity, { organizationId, productId, number });
    if (!activity) throw new NotFound('test activity');
    const rows = this.database.manager
      .createQueryBuilder(Finding, 'finding')
      .where('finding.organizationId = :organizationId', { organizationId, productId })
      .andWhere(WAS_SAID, {
        activityId: activity.id,
        number,
        tool: toolIdentity(activity.tool ?? ''),
        changes: query.change ?? FINDING_CHANGES,
      });
    return paginate(rows, query);
  }

  async read(product: Product, id: string): Promise<DetailedFinding> {
    const { organizationId, id: productId } = product;
    const finding = await this.database.manager.findOneBy(Finding, { organizationId, id, productId });
    if (!finding) throw new NotFound('finding');
    return this.detailed(this.database.manager, finding);
  }

  async detailed(tx: EntityManager, finding: Finding): Promise<DetailedFinding> {
    const occurrences = await occurrencesOf(tx, finding.organizationId, [finding.id]);
    const [issue] = await tx.query<{ id: string; number: number }[]>(
      'SELECT id, number FROM issues WHERE organization_id = $1 AND id = $2',
      [finding.organizationId, finding.issueId],
    );
    return { finding, occurrences: occurrences.get(finding.id) ?? [], issue: issue ?? null };
  }
}

/** Filters by the shown status: an expired dismissal counts as pending, or as resolved where the finding is present nowhere. */
function filterByShownStatus(rows: SelectQueryBuilder<Finding>, statuses: readonly FindingStatus[]): void {
  const expired = isDismissalExpired('finding');
  const shown = statuses.map((status) => {
    if (status === 'pending') return isPending('finding');
    if (status === 'resolved') return `(finding.status = 'resolved' OR (${expired} AND finding.absent_at IS NOT NULL))`;
    return status === 'dismissed'
      ? `(finding.status = 'dismissed' AND NOT ${expired})`
      : `finding.status = '${status}'`;
  });
  rows.andWhere(`(${shown.join(' OR ')})`);
}
