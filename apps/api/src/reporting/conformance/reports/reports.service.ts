import { NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { removeComments } from '../../../records/comments/remove-comments.js';
import { DEFAULT_LEVEL_ID, DEFAULT_STANDARD_ID } from '../../../standards/catalogue/built-in.js';
import { effectiveConformance } from '../../../standards/catalogue/conformance.js';
import type { ProductRead, ReadWithProduct } from '../../../platform/http/product-read.js';
import { changedFields, pickDefined } from '../../../platform/lists/changed-fields.js';
import { keyOf } from '../../../platform/lists/key-of.js';
import { pageOf, type RecordList, recordsOf } from '../../../platform/lists/page-of.js';
import type { Page } from '../../../platform/lists/pagination.js';
import { readByNumber } from '../../../platform/lists/read-by-number.js';
import { ReplicaReads } from '../../../platform/lists/replica-reads.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { inProduct } from '../../../products/products/product-key.js';
import { productStaysLock, requireLive, reserveNumbers } from '../../../products/products/product-records.js';
import { Product } from '../../../products/products/product.entity.js';
import { PRODUCT_NAMES } from '../../../products/products/record-details.js';
import { inScope, type ListScope } from '../../../products/products/record-totals.js';
import { withoutRemoved } from '../../../standards/standards/reference.js';
import { standardsStayLock } from '../../../standards/standards/standards-lock.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { checkIfMatch } from '../../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { ReportPublished } from '../errors.js';
import { spreadVerdicts } from '../verdicts/spread-verdicts.js';
import { ConformanceReport } from './conformance-report.entity.js';
import type {
  CreateConformanceReport,
  ListConformanceReportsQuery,
  ListOrganizationReportsQuery,
  UpdateConformanceReport,
} from './dto/conformance-report.dto.js';
import {
  changedReferences,
  findAudit,
  inheritedReferences,
  referencesAfter,
  requireReferences,
} from './report-references.js';
import { auditIdsOf, standardIdsOf } from './several-standards.js';

const DETAILS = [
  'title',
  'language',
  'productVersion',
  'productDescription',
  'scope',
  'methods',
  'notes',
  'untriagedReason',
  'outcomesReason',
  'sample',
  'contact',
  'author',
  'feedbackUrl',
  'enforcement',
  'legislation',
  'country',
  'serviceOperation',
  'schemaUrl',
  'actionPlanUrl',
  'technologies',
  'testEnvironments',
  'tools',
  'preparedBy',
  'validUntil',
] as const satisfies readonly (keyof UpdateConformanceReport)[];

/** A draft of which nothing is said yet. */
const EMPTY = {
  status: 'draft',
  language: 'en',
  sample: [],
  technologies: [],
  testEnvironments: [],
  tools: [],
} as const;

/** A draft that refers to nothing. */
const NOTHING = inheritedReferences({ standardId: null, conformanceLevelId: null });

/** A report with the names of its product. */
interface ReportOfProduct {
  report: ConformanceReport;
  product: Pick<Product, 'name' | 'slug'>;
}

const listOf = (scope: ListScope, query: ListOrganizationReportsQuery): RecordList => ({
  owner: ['organization_id', scope.organization.id],
  where: [inScope(scope)],
  filters: pickDefined(query, 'status', 'productId'),
});

/** The conformance reports of a product, as long as they are drafts. */
@Injectable()
export class ConformanceReportsService implements ReadWithProduct {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
  ) {}

  withProduct(): ProductRead<{ report: ConformanceReport }> {
    const kind = ['report', ConformanceReport] as ['report', typeof ConformanceReport];
    return readByNumber(this.database, kind, {}, { what: 'conformance report', number: 'reportNumber' });
  }

  page(
    organization: Organization,
    product: Product,
    query: ListConformanceReportsQuery,
  ): Promise<Page<ConformanceReport>> {
    const list = listOf({ organization, product }, query);
    const order = { ...query, sortField: 'number', sortDirection: 'desc' } as const;
    return this.replicas.read((manager) => recordsOf(manager, ConformanceReport, list, order));
  }

  /** Those of all active products, the latest first. */
  pageOfAll(organization: Organization, query: ListOrganizationReportsQuery): Promise<Page<ReportOfProduct>> {
    const list = { ...listOf({ organization }, query), details: { product: PRODUCT_NAMES } };
    const order = { ...query, sortField: 'createdAt', sortDirection: 'desc' } as const;
    return this.replicas.read((manager) => pageOf(manager, ['report', ConformanceReport], list, order));
  }

  create(organization: Organization, product: Product, body: CreateConformanceReport): Promise<ConformanceReport> {
    return this.unitOfWork.run((change) => this.make(change, organization, product, body));
  }

  /** Begins a report in a unit of work. */
  async make(
    change: ChangeContext,
    organization: Organization,
    product: Product,
    body: CreateConformanceReport,
  ): Promise<ConformanceReport> {
    const { tx } = change;
    await change.lock(standardsStayLock(organization.id), productStaysLock(product));
    const [auditId] = auditIdsOf(referencesAfter(NOTHING, body));
    const audit = auditId === undefined ? null : await findAudit(tx, product, auditId);
    const inherited = inheritedReferences(
      await withoutRemoved(tx, audit?.standardId ? audit : await effectiveStandard(tx, organization, product)),
    );
    await requireReferences(tx, product, inherited, body);
    const number = await reserveNumbers(tx, product, 'conformance_report');
    const report = {
      ...EMPTY,
      ...pickDefined(body, ...DETAILS),
      ...referencesAfter(inherited, body),
      ...inProduct(product),
      id: newId(),
      number,
    };
    await tx.insert(ConformanceReport, report as object);
    change.record({ ...subjectOfReport(report as ConformanceReport), type: 'conformance_report.created' });
    return tx.findOneByOrFail(ConformanceReport, keyOf(report));
  }

  async update(product: Product, number: number, body: UpdateConformanceReport): Promise<ConformanceReport> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(standardsStayLock(product.organizationId), productStaysLock(product));
      const report = await lockReport(tx, product, number);
      await requireReferences(tx, product, report, body);
      checkIfMatch(report);
      await requireDraft(tx, product, report);
      const references = referencesAfter(report, body);
      const { furtherStandards, furtherAuditIds, ...first } = references;
      const values = { ...pickDefined(body, ...DETAILS), ...first };
      const changes = [
        ...changedFields(report, values as Partial<ConformanceReport>),
        ...changedReferences(report, references),
      ];
      if (changes.length === 0) return report;
      await tx.update(ConformanceReport, keyOf(report), { ...values, furtherStandards, furtherAuditIds } as object);
      const changed = await tx.findOneByOrFail(ConformanceReport, keyOf(report));
      if (String(standardIdsOf(changed)) !== String(standardIdsOf(report))) await spreadVerdicts(tx, changed, report);
      change.record({ ...subjectOfReport(changed), type: 'conformance_report.updated', changes });
      return changed;
    });
  }

  async delete(product: Product, number: number): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      await change.lock(productStaysLock(product));
      const report = await lockReport(change.tx, product, number);
      checkIfMatch(report);
      await requireDraft(change.tx, product, report);
      await removeComments(change.tx, report.organizationId, [report.id]);
      await change.tx.delete(ConformanceReport, keyOf(report));
      change.record({ ...subjectOfReport(report), type: 'conformance_report.deleted' });
    });
  }

  async read(product: Product, number: number): Promise<ConformanceReport> {
    return requireReport(await this.database.manager.findOneBy(ConformanceReport, { ...inProduct(product), number }));
  }
}

/** The report with this number, locked: no verdict of it changes either until the unit ends. */
export async function lockReport(tx: EntityManager, product: Product, number: number): Promise<ConformanceReport> {
  const where = { ...inProduct(product), number };
  return requireReport(await tx.findOne(ConformanceReport, { where, lock: { mode: 'pessimistic_write' } }));
}

/**
 * Refuses to change what is no draft, or belongs to an archived product. Call with `productStaysLock` and the report
 * locked.
 * @throws ReportPublished
 */
export async function requireDraft(tx: EntityManager, product: Product, report: ConformanceReport): Promise<void> {
  await requireLive(tx, product);
  if (report.status !== 'draft') throw new ReportPublished();
}

/** What events of a report are about. */
export const subjectOfReport = ({
  organizationId,
  productId,
  id,
  number,
  title,
}: Pick<ConformanceReport, 'organizationId' | 'productId' | 'id' | 'number' | 'title'>) => ({
  organizationId,
  productId,
  subject: { id, number, title },
});

function requireReport(report: ConformanceReport | null): ConformanceReport {
  if (!report) throw new NotFound('conformance report');
  return report;
}

/** The standard that the product answers to, or the built-in one that its Grade is computed by. */
async function effectiveStandard(tx: EntityManager, { id }: Organization, product: Product) {
  const effective = effectiveConformance(
    await tx.findOneByOrFail(Product, keyOf(product)),
    await tx.findOneByOrFail(Organization, { id }),
  );
  return effective.standardId ? effective : { standardId: DEFAULT_STANDARD_ID, conformanceLevelId: DEFAULT_LEVEL_ID };
}
