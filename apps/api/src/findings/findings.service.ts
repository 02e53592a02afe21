import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { recordsOf } from '../lists/page-of.js';
import type { Page } from '../lists/pagination.js';
import { ReplicaReads } from '../lists/replica-reads.js';
import type { Product } from '../products/product.entity.js';
import type { ListScope } from '../products/record-totals.js';
import { TestActivity } from '../test-activities/test-activity.entity.js';
import { changeInRun } from './change-in-run.js';
import { toolIdentity } from './distinct-finding.js';
import type { FindingGroupPage, OrganizationFindingGroupsQuery } from './dto/finding-groups.dto.js';
import type { ActivityFindingsQuery, ListOrganizationFindingsQuery } from './dto/finding.dto.js';
import { Finding, FINDING_CHANGES, LAST_SEEN_OF_LIST } from './finding.entity.js';
import { ISSUE, type Occurrence } from './findings.sql.js';
import { groupsOf } from './finding-groups.js';
import { findingsOf, reviewed } from './finding-list.js';
import { occurrencesOf } from './occurrences.js';
import { type PagesOfFinding, pagesOfFinding } from './pages/pages-of-finding.js';

/** A finding with its pages and its issue. */
export interface DetailedFinding {
  finding: Finding;
  occurrences: Occurrence[];
  where: PagesOfFinding;
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
    return this.replicas.read((manager) =>
      recordsOf(manager, Finding, { ...ORDERS, ...findingsOf(scope, query) }, query),
    );
  }

  groups(scope: ListScope, query: OrganizationFindingGroupsQuery): Promise<FindingGroupPage> {
    return this.replicas.read((manager) => groupsOf(manager, findingsOf(scope, query), query));
  }

  /** The findings of one run, filtered by kinds of change. */
  async ofActivity(product: Product, number: number, query: ActivityFindingsQuery): Promise<Page<Finding>> {
    const { organizationId, id: productId } = product;
    const { manager } = this.database;
    const activity = await manager.findOneBy(TestActivity, { organizationId, productId, number });
    if (!activity) throw new NotFound('test activity');
    const run = { productId, number, activityId: activity.id, tool: toolIdentity(activity.tool ?? '') };
    const where = [changeInRun(run, query.change ?? FINDING_CHANGES), ...reviewed(query)];
    return recordsOf(manager, Finding, { owner: ['organization_id', organizationId], where, ...ORDERS }, query);
  }

  async read(product: Product, id: string): Promise<DetailedFinding> {
    const { organizationId, id: productId } = product;
    const finding = await this.database.manager.findOneBy(Finding, { organizationId, id, productId });
    if (!finding) throw new NotFound('finding');
    return this.detailed(this.database.manager, finding, product);
  }

  private async detailed(tx: EntityManager, finding: Finding, { pageRules }: Product): Promise<DetailedFinding> {
    const occurrences = await occurrencesOf(tx, finding.organizationId, [finding.id]);
    const [issue] = await query(tx, ISSUE, [finding.organizationId, finding.issueId]);
    const where = await pagesOfFinding(tx, finding, pageRules);
    return { finding, where, occurrences: occurrences.get(finding.id) ?? [], issue: issue ?? null };
  }
}

/** No index has the ratings: writing them with each run would cost more than sorting them for a list does. */
const ORDERS = { unindexed: ['severity', 'impact'], computed: { lastSeenAt: LAST_SEEN_OF_LIST } };
