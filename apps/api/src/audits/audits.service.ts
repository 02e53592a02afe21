import { NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { effectiveConformance } from '../catalogue/conformance.js';
import type { ProductRead, ReadWithProduct } from '../http/product-read.js';
import { changedFields, pickDefined } from '../lists/changed-fields.js';
import { type Detail, loadDetailed } from '../lists/details.js';
import { keyOf, type RowKey } from '../lists/key-of.js';
import { pageOf } from '../lists/page-of.js';
import type { Page } from '../lists/pagination.js';
import { readByNumber } from '../lists/read-by-number.js';
import { ReplicaReads } from '../lists/replica-reads.js';
import { Organization } from '../organizations/organization.entity.js';
import { inProduct } from '../products/product-key.js';
import { reserveNumbers } from '../products/product-records.js';
import { Product } from '../products/product.entity.js';
import { NO_ISSUES, PRODUCT_NAMES } from '../products/record-details.js';
import { countRecords, listInScope, type ListScope } from '../products/record-totals.js';
import { changedConformance, referenceLocks, requireConformance, withoutRemoved } from '../standards/reference.js';
import { standardsStayLock } from '../standards/standards-lock.js';
import { checkIfMatch } from '../work/check-if-match.js';
import { RemovalHooks } from '../work/removal-hooks.js';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import { Audit } from './audit.entity.js';
import type { CreateAudit, ListOrganizationAuditsQuery, UpdateAudit } from './dto/audit.dto.js';
import { startProgress, updateProgress } from './progress.js';

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
  private issueCount = NO_ISSUES;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
  ) {}

  /** Registers how to count the issues of an audit; the issues module provides it. */
  countIssuesBy(count: Detail<number>): void {
    this.issueCount = count;
  }

  page(
    scope: ListScope,
    query: ListOrganizationAuditsQuery,
  ): Promise<Page<CountedAudit & { product: Pick<Product, 'name' | 'slug'> }>> {
    const filters = pickDefined(query, 'status', 'type', 'productId');
    return this.replicas.read((manager) =>
      pageOf(
        manager,
        ['audit', Audit],
        { ...listInScope('audits', scope, filters), details: { issueCount: this.issueCount, product: PRODUCT_NAMES } },
        query,
      ),
    );
  }

  withProduct(): ProductRead<CountedAudit> {
    const details = { issueCount: this.issueCount };
    return readByNumber(this.database, ['audit', Audit], details, { what: 'audit', number: 'auditNumber' });
  }

  async create(organization: Organization, product: Product, body: CreateAudit): Promise<CountedAudit> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      // Before the product, as in the removal of standards.
      await change.lock(standardsStayLock(organization.id));
      const number = await reserveNumbers(tx, product, 'audit');
      // Read again after the lock: the standard or level may have been removed since the request came in.
      const conformance = effectiveConformance(
        await tx.findOneByOrFail(Product, keyOf(product)),
        await tx.findOneByOrFail(Organization, { id: organization.id }),
      );
      const audit = {
        id: newId(),
        organizationId: organization.id,
        productId: product.id,
        number,
        type: body.type ?? 'full',
        title: body.title ?? null,
        description: body.description ?? null,
        ...startProgress(body.status ?? 'in_progress', new Date()),
        ...(await withoutRemoved(tx, conformance)),
      };
      await tx.insert(Audit, audit);
      countRecords(change, 'audits', product, 1);
      change.record({ ...subjectOfAudit(audit), type: 'audit.created' });
      change.regradeAfterwards(product);
      return { audit: await tx.findOneByOrFail(Audit, keyOf(audit)), issueCount: 0 };
    });
  }

  async update(organization: Organization, product: Product, number: number, body: UpdateAudit): Promise<CountedAudit> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(...referenceLocks(organization.id, body));
      const audit = await this.find(tx, product, number, { lock: true });
      await requireConformance(tx, organization.id, audit, body);
      checkIfMatch(audit);
      const progress = updateProgress(audit, pickDefined(body, 'status', 'startedAt', 'completedAt'), new Date());
      const values: Partial<Audit> = {
        ...pickDefined(body, 'type', 'title', 'description'),
        ...pickDefined(progress, 'status', 'startedAt', 'completedAt'),
        ...named(changedConformance(audit, body)),
      };
      const changes = changedFields(audit, values);
      if (changes.length > 0) {
        await tx.update(Audit, keyOf(audit), values);
        change.record({ ...subjectOfAudit({ ...audit, ...values }), type: 'audit.updated', changes });
        change.regradeAfterwards(product);
      }
      return this.counted(tx, audit);
    });
  }

  async delete(product: Product, number: number): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const audit = await this.find(change.tx, product, number, { lock: true });
      checkIfMatch(audit);
      await this.beforeRemoval.run(change, audit);
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

const subjectOfAudit = (audit: Pick<Audit, 'id' | 'number' | 'title' | 'productId' | 'organizationId'>) => ({
  organizationId: audit.organizationId,
  productId: audit.productId,
  subject: { id: audit.id, number: audit.number, title: audit.title },
});
