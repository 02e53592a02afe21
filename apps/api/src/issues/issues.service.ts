import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { NotFound, requireEach, unknownReference } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Audit } from '../audits/audit.entity.js';
import type { ProductRead, ReadWithProduct } from '../http/product-read.js';
import { changedFields, pickDefined } from '../lists/changed-fields.js';
import { type Detail, loadDetailed } from '../lists/details.js';
import { keyOf } from '../lists/key-of.js';
import { pageOf } from '../lists/page-of.js';
import type { Page } from '../lists/pagination.js';
import { readByNumber } from '../lists/read-by-number.js';
import { ReplicaReads } from '../lists/replica-reads.js';
import { containsText } from '../lists/search.js';
import type { AreaDto } from '../products/dto/area.dto.js';
import { inProduct, type RecordKey } from '../products/product-key.js';
import { runsLock, timeBetweenRuns } from '../products/product-records.js';
import type { Product } from '../products/product.entity.js';
import { areasDetail, requireAreas, tagWithAreas } from '../products/record-areas.js';
import { countRecords, listInScope, type ListScope } from '../products/record-totals.js';
import type { FunctionalNeedDto } from '../taxonomy/dto/functional-need.dto.js';
import { functionalNeedsDetail, linkNeeds } from '../taxonomy/linked-needs.js';
import type { ChangeContext } from '../work/change-context.js';
import { checkIfMatch } from '../work/check-if-match.js';
import { RemovalHooks } from '../work/removal-hooks.js';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import { changeIssues } from './change-issues.js';
import { CLOSED_ISSUES } from './closed-issue-counts.js';
import { countRevision } from './count-revision.js';
import { createIssues } from './create-issues.js';
import type { CreateIssue, ListOrganizationIssuesQuery, UpdateIssue } from './dto/issue.dto.js';
import { Issue } from './issue.entity.js';
import { REMOVE } from './issues.sql.js';
import { ISSUE_AREAS, ISSUE_NEEDS } from './links.js';
import { noteNeeds } from './note-needs.js';
import { countOpenIssues } from './open-issue-counts.js';
import { transition } from './transition.js';

/** The verdict of scans on an issue. */
export interface ScanVerdict {
  /** The issue is closed, but a scan has reported one of its findings since. */
  regressed: boolean;
  /** Complete scans no longer report any of its findings, and it has not been closed since. */
  noLongerReported: boolean;
}

/** Issues of one organization that are about to be deleted. */
export interface RemovedIssues {
  organizationId: string;
  ids: readonly string[];
}

/** An issue of which some requirements are about to be unlinked. */
export interface RelinkedIssue {
  organizationId: string;
  id: string;
  /** The requirements that it will have. */
  requirementIds: readonly string[];
}

/** An issue with what is linked to it. */
export interface TaggedIssue {
  issue: Issue;
  areas: AreaDto[];
  verdict: ScanVerdict;
}

/** The same when it is read alone. */
export type DetailedIssue = TaggedIssue & { functionalNeeds: FunctionalNeedDto[] };

const AREAS = areasDetail(ISSUE_AREAS);
const NEEDS = functionalNeedsDetail(ISSUE_NEEDS);
const NO_VERDICT: Detail<ScanVerdict> = {
  sql: `SELECT 'null'::json`,
  read: () => ({ regressed: false, noLongerReported: false }),
};

/** The issues of a product, and of all products that are not archived. */
@Injectable()
export class IssuesService implements ReadWithProduct {
  private verdict = NO_VERDICT;
  /** Hooks that run before issues are deleted, once for all of them, while runs of their products are blocked. */
  readonly beforeRemoval = new RemovalHooks<RemovedIssues>();
  /** Hooks that run before an issue, which is locked, gets other requirements. */
  readonly beforeRelinking = new RemovalHooks<RelinkedIssue>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
    private readonly settings: Settings,
  ) {}

  /** Registers how to compute the verdict of scans; the findings module provides it. */
  registerVerdict(verdict: Detail<ScanVerdict>): void {
    this.verdict = verdict;
  }

  page(scope: ListScope, query: ListOrganizationIssuesQuery): Promise<Page<TaggedIssue>> {
    const filters = pickDefined(query, 'state', 'severity', 'impact', 'effort', 'priority', 'source', 'productId');
    const search = containsText(query.q, ['title', 'description']);
    return this.replicas.read((manager) =>
      pageOf(
        manager,
        ['issue', Issue],
        { ...listInScope('issues', scope, filters, search), details: { areas: AREAS, verdict: this.verdict } },
        query,
      ),
    );
  }

  /** All issues linked to an audit or a test activity, by number. */
  async linkedTo(
    link: { organizationId: string } & ({ auditId: string } | { testActivityId: string }),
  ): Promise<TaggedIssue[]> {
    return loadDetailed(
      this.database.manager,
      ['issue', Issue],
      { areas: AREAS, verdict: this.verdict },
      link,
      'number',
    );
  }

  withProduct(): ProductRead<DetailedIssue> {
    return readByNumber(this.database, ['issue', Issue], this.details(), { what: 'issue', number: 'issueNumber' });
  }

  async read(product: Product, number: number): Promise<DetailedIssue> {
    return this.detailed(this.database.manager, { ...inProduct(product), number });
  }

  async create(product: Product, body: CreateIssue, createdByUserId: string | null): Promise<DetailedIssue> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { areaIds = [], ...draft } = body;
      await this.requireReferences(tx, product, body);
      const [opened] = await createIssues(change, this.settings, { product }, [{ ...draft, createdByUserId }]);
      const { organizationId, id: productId } = product;
      const key = { organizationId, id: opened!.id };
      if (areaIds.length > 0) await tagWithAreas(tx, ISSUE_AREAS, { ...key, productId }, areaIds);
      const created = await this.detailed(tx, key);
      change.record({ ...subjectOfIssue(created.issue), type: 'issue.created' });
      change.regradeAfterwards(product);
      return created;
    });
  }

  async update(product: Product, number: number, body: UpdateIssue): Promise<DetailedIssue> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const at = body.state && (await timeBetweenRuns(change, product.organizationId, [product.id]));
      const issue = await this.find(tx, product, number, { lock: true });
      await this.requireReferences(tx, product, body);
      checkIfMatch(issue);
      const given = pickDefined(
        body,
        ...(['title', 'description', 'severity', 'impact', 'effort', 'priority'] as const),
        ...(['sourceUrl', 'sourceId', 'auditId', 'state'] as const),
      );
      const values = { ...given, ...transition(issue, body.state, at) };
      const changes = changedFields(issue, values);
      const retagged = body.areaIds ? await tagWithAreas(tx, ISSUE_AREAS, issue, body.areaIds) : false;
      if (retagged) await countRevision(tx, issue);
      if (changes.length > 0) await changeIssues(change, issue.organizationId, [issue.id], given, at);
      if (changes.length > 0 || retagged) {
        const tags = retagged ? [{ field: 'areaIds', from: null, to: body.areaIds }] : [];
        change.record({
          ...subjectOfIssue({ ...issue, ...values }),
          type: 'issue.updated',
          changes: [...changes, ...tags],
        });
        change.regradeAfterwards(product);
      }
      return this.detailed(tx, keyOf(issue));
    });
  }

  async delete(product: Product, number: number): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      await change.lock(runsLock(product.organizationId, [product.id]));
      const issue = await this.find(change.tx, product, number, { lock: true });
      checkIfMatch(issue);
      await this.remove(change, product.organizationId, [issue]);
      change.record({ ...subjectOfIssue(issue), type: 'issue.deleted' });
    });
  }

  /**
   * Calls the registered handlers and deletes these issues of an organization. Call with `runsLock` of their products and the issues
   * locked.
   */
  async remove(
    change: ChangeContext,
    organizationId: string,
    issues: readonly Pick<Issue, 'id' | 'productId'>[],
  ): Promise<void> {
    const ids = issues.map(({ id }) => id);
    const productIds = [...new Set(issues.map(({ productId }) => productId))];
    await this.beforeRemoval.run(change, { organizationId, ids });
    const [removed] = await query(change.tx, REMOVE, [organizationId, ids]);
    countOpenIssues(change, organizationId, removed!.changes, true);
    change.count(CLOSED_ISSUES, organizationId, removed!.closed);
    for (const { productId } of issues) countRecords(change, 'issues', { organizationId, id: productId }, -1);
    change.regradeAfterwards(...productIds.map((id) => ({ organizationId, id })));
  }

  async replaceFunctionalNeeds(product: Product, number: number, ids: string[]): Promise<FunctionalNeedDto[]> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const issue = await this.find(tx, product, number, { lock: true });
      const isChange = await linkNeeds(tx, ISSUE_NEEDS, issue, ids);
      // Ids of no needs come first, and are found where these are linked.
      checkIfMatch(issue);
      if (isChange) {
        await noteNeeds(change, issue);
        change.record({
          ...subjectOfIssue(issue),
          type: 'issue.updated',
          changes: [{ field: 'functionalNeedIds', from: null, to: ids }],
        });
      }
      return (await this.detailed(tx, keyOf(issue))).functionalNeeds;
    });
  }

  /** The issue with this number, locked where it is about to change. */
  async find(tx: EntityManager, product: Product, number: number, { lock = false } = {}): Promise<Issue> {
    const issue = await tx.findOne(Issue, {
      where: { ...inProduct(product), number },
      ...(lock ? { lock: { mode: 'pessimistic_write' } } : {}),
    });
    if (!issue) throw new NotFound('issue');
    return issue;
  }

  private async requireReferences(
    tx: EntityManager,
    product: Product,
    { auditId, areaIds = [] }: Pick<UpdateIssue, 'auditId' | 'areaIds'>,
  ): Promise<void> {
    await requireEach(
      async () => auditId && requireAudit(tx, product, auditId),
      () => requireAreas(tx, product, areaIds),
    );
  }

  private details() {
    return { areas: AREAS, functionalNeeds: NEEDS, verdict: this.verdict };
  }

  private async detailed(tx: EntityManager, where: RecordKey): Promise<DetailedIssue> {
    const [detailed] = await loadDetailed(tx, ['issue', Issue], this.details(), where);
    if (!detailed) throw new NotFound('issue');
    return detailed;
  }
}

async function requireAudit(tx: EntityManager, product: Product, auditId: string): Promise<void> {
  if (!(await tx.existsBy(Audit, { ...inProduct(product), id: auditId })))
    throw unknownReference('/auditId', 'audit', auditId);
}

/** How an event names an issue. */
export const subjectOfIssue = (issue: Pick<Issue, 'id' | 'number' | 'title' | 'productId' | 'organizationId'>) => ({
  organizationId: issue.organizationId,
  productId: issue.productId,
  subject: { id: issue.id, number: issue.number, title: issue.title },
});
