import { clock } from '#libs/clock';
import { InvalidInput, NotFound, requireEach, unknownReference } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { effectiveConformance } from '../../standards/catalogue/conformance.js';
import { removeComments } from '../comments/remove-comments.js';
import type { ProductRead, ReadWithProduct } from '../../platform/http/product-read.js';
import { changedFields, type FieldChange, pickDefined } from '../../platform/lists/changed-fields.js';
import { type Detail, loadDetailed } from '../../platform/lists/details.js';
import { keyOf, type RowKey } from '../../platform/lists/key-of.js';
import { createdBetween } from '../../platform/lists/filters.js';
import { pageOf } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import { readByNumber } from '../../platform/lists/read-by-number.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { inProduct } from '../../products/products/product-key.js';
import { reserveNumbers } from '../../products/products/product-records.js';
import { Product } from '../../products/products/product.entity.js';
import { NO_ISSUES, PRODUCT_NAMES } from '../../products/products/record-details.js';
import { countRecords, listInScope, type ListScope } from '../../products/products/record-totals.js';
import {
  changedConformance,
  referenceLocks,
  requireConformance,
  withoutRemoved,
} from '../../standards/standards/reference.js';
import { standardsStayLock } from '../../standards/standards/standards-lock.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { RemovalHooks } from '../../platform/work/removal-hooks.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { Audit, type Evaluator } from './audit.entity.js';
import { AuditHasOutcomes, AuditIncomplete, type UntestedRequirement } from './errors.js';
import { namedEvaluators, requireLead } from './people-of-audit.js';
import type { CreateAudit, ListOrganizationAuditsQuery, UpdateAudit } from './dto/audit.dto.js';
import { startProgress, updateProgress } from './progress.js';

const DETAILS = [
  'type',
  'title',
  'description',
  'scopeText',
  'baseline',
  'method',
  'executiveSummary',
  'dueAt',
  'leadId',
  'acceptUntested',
] as const satisfies readonly (keyof UpdateAudit)[];

/** How many untested requirements a refusal names. */
const MAX_TOLD = 100;

/** An audit with the number of its issues. */
export interface CountedAudit {
  audit: Audit;
  issueCount: number;
}

/** The audits of a product, and of all products that are not archived. */
@Injectable()
export class AuditsService implements ReadWithProduct {
  /** Hooks that run before an audit is deleted. */
  readonly beforeRemoval = new RemovalHooks<Audit>();
  /** Steps that run once an audit is made that looks at the failures of another one again. */
  readonly onRetest: ((change: ChangeContext, audit: Audit, retested: Audit) => Promise<void>)[] = [];
  /** Steps that run once an audit is completed. */
  readonly onCompletion: ((tx: EntityManager, audit: Audit) => Promise<void>)[] = [];
  private issueCount = NO_ISSUES;
  private untested: (tx: EntityManager, audit: Audit) => Promise<UntestedRequirement[]> = async () => [];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
  ) {}

  /** Registers how to count the issues of an audit; the issues module provides it. */
  countIssuesBy(count: Detail<number>): void {
    this.issueCount = count;
  }

  /** Registers which requirements of an audit are untested; the evaluation module provides it. */
  listUntestedBy(list: (tx: EntityManager, audit: Audit) => Promise<UntestedRequirement[]>): void {
    this.untested = list;
  }

  page(
    scope: ListScope,
    query: ListOrganizationAuditsQuery,
  ): Promise<Page<CountedAudit & { product: Pick<Product, 'name' | 'slug'> }>> {
    const filters = pickDefined(query, 'status', 'type', 'productId');
    const list = listInScope('audits', scope, filters, { conditions: createdBetween(query) });
    return this.replicas.read((manager) =>
      pageOf(
        manager,
        ['audit', Audit],
        { ...list, details: { issueCount: this.issueCount, product: PRODUCT_NAMES } },
        query,
      ),
    );
  }

  /** Those of an organization with these ids, as lists show them. */
  withIds(tx: EntityManager, organizationId: string, id: readonly string[]): Promise<CountedAudit[]> {
    return loadDetailed(tx, ['audit', Audit], { issueCount: this.issueCount }, { organizationId, id });
  }

  withProduct(): ProductRead<CountedAudit> {
    const details = { issueCount: this.issueCount };
    return readByNumber(this.database, ['audit', Audit], details, { what: 'audit', number: 'auditNumber' });
  }

  async create({ id }: Organization, product: Product, body: CreateAudit): Promise<CountedAudit> {
    return this.unitOfWork.run(async (change) => {
      // Before the product, as in the removal of standards.
      await change.lock(standardsStayLock(id));
      return { audit: await this.make(change, product, body), issueCount: 0 };
    });
  }

  /**
   * Makes an audit, with `standardsStayLock`. @param named the standard and level, which there are; absent: those in
   * force @throws InvalidInput, ProductArchived, LimitReached
   */
  async make(
    change: ChangeContext,
    product: Product,
    body: CreateAudit,
    named?: Pick<Audit, 'standardId' | 'conformanceLevelId'>,
  ): Promise<Audit> {
    const { tx } = change;
    const { organizationId } = product;
    const retested = await this.retested(tx, product, body);
    const number = await reserveNumbers(tx, product, 'audit');
    // Read again after the lock: the standard or level may have been removed since the request came in.
    const conformance = effectiveConformance(
      await tx.findOneByOrFail(Product, keyOf(product)),
      await tx.findOneByOrFail(Organization, { id: organizationId }),
    );
    const audit = {
      id: newId(),
      organizationId,
      productId: product.id,
      number,
      type: body.type ?? (retested ? 're_audit' : 'full'),
      title: body.title ?? null,
      description: body.description ?? null,
      ...startProgress(body.status ?? 'in_progress', clock.now()),
      ...(await withoutRemoved(tx, named ?? retested ?? conformance)),
      ...(retested && {
        ...pickDefined(retested, 'scopeText', 'baseline', 'method'),
        retestOf: retested.number,
      }),
    };
    await tx.insert(Audit, audit);
    const made = await tx.findOneByOrFail(Audit, keyOf(audit));
    if (retested) for (const step of this.onRetest) await step(change, made, retested);
    countRecords(change, 'audits', product, 1);
    change.record({ ...subjectOfAudit(audit), type: 'audit.created' });
    change.regradeAfterwards(product);
    return tx.findOneByOrFail(Audit, keyOf(audit));
  }

  /** The audit whose failures a new one looks at again. */
  private async retested(tx: EntityManager, product: Product, { type, retestOf }: CreateAudit): Promise<Audit | null> {
    if (retestOf === undefined) return null;
    if (type !== undefined && type !== 're_audit')
      throw new InvalidInput([
        {
          path: '/type',
          code: 'not_allowed',
          message: 'An audit that reviews earlier failures must have the type `re_audit`.',
        },
      ]);
    const retested = await tx.findOneBy(Audit, { ...inProduct(product), number: retestOf });
    if (!retested) throw unknownReference('/retestOf', 'audit', retestOf);
    return retested;
  }

  async update(organization: Organization, product: Product, number: number, body: UpdateAudit): Promise<CountedAudit> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(...referenceLocks(organization.id, body));
      const audit = await this.find(tx, product, number, { lock: true });
      const { evaluators } = body;
      let makers: Audit['evaluators'] | undefined;
      await requireEach(
        () => requireConformance(tx, organization.id, audit, body),
        () => requireLead(tx, organization.id, body.leadId),
        async () => {
          makers = evaluators && (await namedEvaluators(tx, organization.id, audit.evaluators, evaluators));
        },
      );
      checkIfMatch(audit);
      const progress = updateProgress(audit, pickDefined(body, 'status', 'startedAt', 'completedAt'), clock.now());
      const values: Partial<Audit> = {
        ...pickDefined(body, ...DETAILS),
        ...(makers && { evaluators: makers }),
        ...pickDefined(progress, 'status', 'startedAt', 'completedAt'),
        ...named(changedConformance(audit, body)),
      };
      const changes = changedFields(audit, values);
      if (changes.length > 0) {
        await this.requireDecided(tx, audit, values);
        await tx.update(Audit, keyOf(audit), values as object);
        if (audit.status === 'in_progress' && values.status === 'completed')
          for (const step of this.onCompletion) await step(tx, audit);
        const reason = values.status !== undefined && values.status !== audit.status ? body.reason : undefined;
        change.record({
          ...subjectOfAudit({ ...audit, ...values }),
          type: 'audit.updated',
          changes: [
            ...changes.map(withoutNames),
            ...(reason === undefined ? [] : [{ field: 'reason', from: null, to: reason }]),
          ],
        });
        change.regradeAfterwards(product);
      }
      return this.counted(tx, audit);
    });
  }

  /** @throws AuditHasOutcomes, AuditIncomplete */
  private async requireDecided(tx: EntityManager, audit: Audit, values: Partial<Audit>): Promise<void> {
    const changes = changedFields(audit, values).map(({ field }) => field);
    if (audit.outcomeCount > 0 && (changes.includes('standardId') || changes.includes('conformanceLevelId')))
      throw new AuditHasOutcomes();
    const after = { ...audit, ...values };
    const isCompleted = audit.status === 'in_progress' && after.status === 'completed';
    if (!isCompleted || after.type !== 'full' || after.acceptUntested || after.untestedCount === 0) return;
    const untested = await this.untested(tx, audit);
    if (untested.length > 0) throw new AuditIncomplete(untested.length, untested.slice(0, MAX_TOLD));
  }

  async delete(product: Product, number: number): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const audit = await this.find(change.tx, product, number, { lock: true });
      checkIfMatch(audit);
      await this.beforeRemoval.run(change, audit);
      await removeComments(change.tx, audit.organizationId, [audit.id]);
      await change.tx.delete(Audit, keyOf(audit));
      countRecords(change, 'audits', product, -1);
      change.record({ ...subjectOfAudit(audit), type: 'audit.deleted' });
      change.regradeAfterwards(product);
    });
  }

  async read(product: Product, number: number): Promise<CountedAudit> {
    const { manager } = this.database;
    return this.counted(manager, await this.find(manager, product, number));
  }

  /** The audit with this number, locked where it is about to change. */
  async find(tx: EntityManager, product: Product, number: number, { lock = false } = {}): Promise<Audit> {
    const audit = await tx.findOne(Audit, {
      where: { ...inProduct(product), number },
      ...(lock ? { lock: { mode: 'pessimistic_write' } } : {}),
    });
    if (!audit) throw new NotFound('audit');
    return audit;
  }

  private async counted(tx: EntityManager, key: RowKey): Promise<CountedAudit> {
    const [counted] = await loadDetailed(tx, ['audit', Audit], { issueCount: this.issueCount }, keyOf(key));
    if (!counted) throw new NotFound('audit');
    return counted;
  }
}

/** Whoever says for which standard or level an audit was made makes good that one was deleted. */
const named = (changed: Partial<Audit>): Partial<Audit> =>
  changed.standardId || changed.conformanceLevelId ? { ...changed, standardRemoved: false } : changed;

// Who evaluates is told by ids alone: names would stay in the change log when the account is deleted.
const withoutNames = (change: FieldChange): FieldChange =>
  change.field === 'evaluators'
    ? { ...change, from: idsOf(change.from as Evaluator[]), to: idsOf(change.to as Evaluator[]) }
    : change;

const idsOf = (evaluators: readonly Evaluator[]): (string | null)[] => evaluators.map(({ userId }) => userId);

/** What the events of an audit name. */
export const subjectOfAudit = (audit: Pick<Audit, 'id' | 'number' | 'title' | 'productId' | 'organizationId'>) => ({
  organizationId: audit.organizationId,
  productId: audit.productId,
  subject: { id: audit.id, number: audit.number, title: audit.title },
});
