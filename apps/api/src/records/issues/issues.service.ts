import { query } from '#libs/database';
import { NotFound, requireEach, unknownReference } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Audit } from '../audits/audit.entity.js';
import { removeComments } from '../comments/remove-comments.js';
import type { ProductRead, ReadWithProduct } from '../../platform/http/product-read.js';
import { changedFields, type FieldChange, pickDefined } from '../../platform/lists/changed-fields.js';
import { type Detail, loadDetailed } from '../../platform/lists/details.js';
import { keyOf } from '../../platform/lists/key-of.js';
import { pageOf } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import { readByNumber } from '../../platform/lists/read-by-number.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { AreaDto } from '../../products/products/dto/area.dto.js';
import { inProduct, type RecordKey } from '../../products/products/product-key.js';
import { runsLock, timeBetweenRuns } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import { areasDetail, requireAreas, tagWithAreas } from '../../products/products/record-areas.js';
import { countRecords, type ListScope } from '../../products/products/record-totals.js';
import type { FunctionalNeedDto } from '../../standards/taxonomy/dto/functional-need.dto.js';
import { functionalNeedsDetail, linkNeeds } from '../../standards/taxonomy/linked-needs.js';
import type { IssueTrackerDto } from './dto/issue-tracker.dto.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { RemovalHooks } from '../../platform/work/removal-hooks.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { changeIssues } from './change-issues.js';
import { CLOSED_ISSUES } from './closed-issue-counts.js';
import { countRevision } from './count-revision.js';
import { createIssues } from './create-issues.js';
import type { CreateIssue, UpdateIssue } from './dto/issue.dto.js';
import { Issue } from './issue.entity.js';
import { REMOVE, UNWATCH } from './issues.sql.js';
import { type IssueListQuery, issuesOf } from './issue-list.js';
import { OUTSIDE_STANDARD } from './outside-standard.js';
import { requirePeople, setByPerson, watchIssues } from './people-of-issues.js';
import { ISSUE_AREAS, ISSUE_NEEDS } from './links.js';
import { noteNeeds } from './note-needs.js';
import { countOpenIssues } from './open-issue-counts.js';
import { transition } from './transition.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

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
export type DetailedIssue = TaggedIssue & {
  functionalNeeds: FunctionalNeedDto[];
  watchedBy: string[];
  outsideStandard: boolean;
  tracker: IssueTrackerDto | null;
};

const AREAS = areasDetail(ISSUE_AREAS);
const NEEDS = functionalNeedsDetail(ISSUE_NEEDS);
// Who calls is not known yet where an issue is read with its product.
const WATCHERS: Detail<string[]> = {
  sql: "SELECT coalesce(json_agg(w.user_id), '[]') FROM issue_watches w WHERE w.organization_id = $1 AND w.issue_id = record.id",
  read: (userIds: string[]) => userIds,
};
const NO_TRACKER: Detail<IssueTrackerDto | null> = { sql: `SELECT 'null'::json`, read: () => null };
const NO_VERDICT: Detail<ScanVerdict> = {
  sql: `SELECT 'null'::json`,
  read: () => ({ regressed: false, noLongerReported: false }),
};

/** The issues of a product, and of all products that are not archived. */
@Injectable()
export class IssuesService implements ReadWithProduct {
  private verdict = NO_VERDICT;
  private tracker = NO_TRACKER;
  /** Hooks that run before issues are deleted, once for all of them, while runs of their products are blocked. */
  readonly beforeRemoval = new RemovalHooks<RemovedIssues>();
  /** Hooks that run before an issue, which is locked, gets other requirements. */
  readonly beforeRelinking = new RemovalHooks<RelinkedIssue>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
    private readonly quotas: Quotas,
  ) {}

  /** Registers how to compute the verdict of scans; the findings module provides it. */
  registerVerdict(verdict: Detail<ScanVerdict>): void {
    this.verdict = verdict;
  }

  /** Registers how to tell where an issue stands in a tracker; the trackers module provides it. */
  registerTracker(tracker: Detail<IssueTrackerDto | null>): void {
    this.tracker = tracker;
  }

  page(scope: ListScope, query: IssueListQuery, callerId: string | null): Promise<Page<TaggedIssue>> {
    const list = issuesOf(scope, query, callerId);
    return this.replicas.read((manager) =>
      pageOf(manager, ['issue', Issue], { ...list, details: { areas: AREAS, verdict: this.verdict } }, query),
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

  /** Those of an organization with these ids, as lists show them. */
  withIds(tx: EntityManager, organizationId: string, id: readonly string[]): Promise<TaggedIssue[]> {
    return loadDetailed(tx, ['issue', Issue], { areas: AREAS, verdict: this.verdict }, { organizationId, id });
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
      const [opened] = await createIssues(change, this.quotas.of(product.organizationId), { product }, [
        { ...draft, createdByUserId },
      ]);
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
        ...(['sourceUrl', 'sourceId', 'auditId', 'state', 'assigneeId', 'teamId', 'dueAt'] as const),
      );
      const values = { ...given, ...setByPerson(given), ...transition(issue, body.state, at) };
      const changes = changedFields(issue, values);
      const retagged = body.areaIds ? await tagWithAreas(tx, ISSUE_AREAS, issue, body.areaIds) : false;
      if (retagged) await countRevision(tx, issue);
      if (changes.length > 0)
        await changeIssues(change, issue.organizationId, [issue.id], { ...given, ...setByPerson(given) }, at);
      const after = await this.detailed(tx, keyOf(issue));
      if (changes.length > 0 || retagged) {
        const tags = retagged ? [{ field: 'areaIds', from: null, to: body.areaIds }] : [];
        change.record({
          ...subjectOfIssue({ ...issue, ...values }),
          type: 'issue.updated',
          changes: [...changes, ...datesByRule(issue, after.issue, given), ...tags],
        });
        change.regradeAfterwards(product);
      }
      return after;
    });
  }

  /** Somebody watches the issue from now on; only that person sees it, so it is no change of the issue. */
  async watch(product: Product, number: number, userId: string): Promise<DetailedIssue> {
    return this.unitOfWork.run(async ({ tx }) => {
      const { organizationId, id: issueId } = await this.find(tx, product, number);
      await watchIssues(tx, organizationId, [{ userId, issueId }]);
      return this.detailed(tx, { organizationId, id: issueId });
    });
  }

  async unwatch(product: Product, number: number, userId: string): Promise<DetailedIssue> {
    return this.unitOfWork.run(async ({ tx }) => {
      const { organizationId, id } = await this.find(tx, product, number);
      await query(tx, UNWATCH, [organizationId, userId, id]);
      return this.detailed(tx, { organizationId, id });
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
   * Calls the registered handlers and deletes these issues of an organization. Call with `runsLock` of their products
   * and the issues locked.
   */
  async remove(
    change: ChangeContext,
    organizationId: string,
    issues: readonly Pick<Issue, 'id' | 'productId'>[],
  ): Promise<void> {
    const ids = issues.map(({ id }) => id);
    const productIds = [...new Set(issues.map(({ productId }) => productId))];
    await this.beforeRemoval.run(change, { organizationId, ids });
    await removeComments(change.tx, organizationId, ids);
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
    { auditId, areaIds = [], ...people }: Pick<UpdateIssue, 'auditId' | 'areaIds' | 'assigneeId' | 'teamId'>,
  ): Promise<void> {
    await requireEach(
      async () => auditId && requireAudit(tx, product, auditId),
      () => requireAreas(tx, product, areaIds),
      () => requirePeople(tx, product.organizationId, people),
    );
  }

  private details() {
    return {
      areas: AREAS,
      functionalNeeds: NEEDS,
      verdict: this.verdict,
      watchedBy: WATCHERS,
      outsideStandard: OUTSIDE_STANDARD,
      tracker: this.tracker,
    };
  }

  /** An issue as it is read alone. */
  async detailed(tx: EntityManager, where: RecordKey): Promise<DetailedIssue> {
    const [detailed] = await loadDetailed(tx, ['issue', Issue], this.details(), where);
    if (!detailed) throw new NotFound('issue');
    return detailed;
  }
}

/** What deadlines have made of the date of an issue, beside what was given. */
const datesByRule = (before: Issue, { dueAt, dueSetBy }: Issue, given: Partial<Issue>): FieldChange[] =>
  given.dueAt === undefined ? changedFields(before, { dueAt, dueSetBy }) : [];

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
