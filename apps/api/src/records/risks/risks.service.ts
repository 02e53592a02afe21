import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProductRead, ReadWithProduct } from '../../platform/http/product-read.js';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import { type Detail, loadDetailed } from '../../platform/lists/details.js';
import { keyOf, type RowKey } from '../../platform/lists/key-of.js';
import { presentConditions, createdBetween, namesNumbered } from '../../platform/lists/filters.js';
import { pageOf } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import { readByNumber } from '../../platform/lists/read-by-number.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import { containsText } from '../../platform/lists/search.js';
import type { AreaDto } from '../../products/products/dto/area.dto.js';
import { inProduct } from '../../products/products/product-key.js';
import { reserveNumbers } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import { areasDetail, requireAreas, taggedWith, tagWithAreas } from '../../products/products/record-areas.js';
import { countRecords, inScope, keptTotal, type ListScope } from '../../products/products/record-totals.js';
import type { FunctionalNeedDto } from '../../standards/taxonomy/dto/functional-need.dto.js';
import { functionalNeedsDetail, linkNeeds } from '../../standards/taxonomy/linked-needs.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type {
  CreateRisk,
  LinkedIssueDto,
  ListOrganizationRisksQuery,
  ListProductRisksQuery,
  UpdateRisk,
} from './dto/risk.dto.js';
import { RiskMaterialized } from './errors.js';
import { RISK_AREAS, RISK_NEEDS } from './links.js';
import { Risk } from './risk.entity.js';
import { COUNT_REVISION } from './risks.sql.js';

/** A risk with what is linked to it. */
export interface TaggedRisk {
  risk: Risk;
  areas: AreaDto[];
  linkedIssue: LinkedIssueDto | null;
}

/** The same when it is read alone. */
export type DetailedRisk = TaggedRisk & { functionalNeeds: FunctionalNeedDto[] };

const LINKED_ISSUE: Detail<LinkedIssueDto | null> = {
  sql: `SELECT json_build_object('id', i.id, 'number', i.number, 'state', i.state) FROM issues i
    WHERE i.organization_id = $1 AND i.id = record.issue_id`,
  read: (issue: LinkedIssueDto | null) => issue,
};
/** What is shown of a risk beside its own columns. */
export const RISK_DETAILS = {
  areas: areasDetail(RISK_AREAS),
  linkedIssue: LINKED_ISSUE,
  functionalNeeds: functionalNeedsDetail(RISK_NEEDS),
};

/** Which risks of a product or of an organization are asked for. */
type RiskListQuery = ListOrganizationRisksQuery & Pick<ListProductRisksQuery, 'issue'>;

/** The risks of a product, and of all products. */
@Injectable()
export class RisksService implements ReadWithProduct {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
  ) {}

  page(scope: ListScope, query: RiskListQuery): Promise<Page<TaggedRisk>> {
    const { area, issue, creatorId } = query;
    const filters = {
      ...pickDefined(query, 'status', 'likelihood', 'impact', 'productId'),
      createdByUserId: creatorId,
    };
    const conditions = [
      ...presentConditions(
        area && taggedWith(taggedIds, area),
        scope.product && issue && namesNumbered('issue_id', issueIds, scope.product.id, issue),
      ),
      ...createdBetween(query),
    ];
    const search = containsText(query.q, ['title', 'description']);
    const { areas, linkedIssue } = RISK_DETAILS;
    return this.replicas.read((manager) =>
      pageOf(
        manager,
        ['risk', Risk],
        {
          owner: ['organization_id', scope.organization.id],
          // The organization's list has the risks of archived products too.
          where: [...(scope.product ? [inScope(scope)] : []), ...conditions],
          search,
          filters,
          total: keptTotal('risks', scope, { ...filters, search, ...conditions }, { archived: true }),
          details: { areas, linkedIssue },
        },
        query,
      ),
    );
  }

  withProduct(): ProductRead<DetailedRisk> {
    return readByNumber(this.database, ['risk', Risk], RISK_DETAILS, { what: 'risk', number: 'riskNumber' });
  }

  async create(product: Product, body: CreateRisk, createdByUserId: string | null): Promise<DetailedRisk> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { areaIds = [], ...draft } = body;
      const number = await reserveNumbers(tx, product, 'risk');
      const id = newId();
      const { organizationId } = product;
      await tx.insert(Risk, { ...draft, id, organizationId, productId: product.id, number, createdByUserId });
      countRecords(change, 'risks', product, 1);
      await requireAreas(tx, product, areaIds);
      const risk = await tx.findOneByOrFail(Risk, { organizationId, id });
      await tagWithAreas(tx, RISK_AREAS, risk, areaIds);
      change.record({ ...subjectOfRisk(risk), type: 'risk.created' });
      return this.detailed(tx, risk);
    });
  }

  async update(product: Product, number: number, body: UpdateRisk): Promise<DetailedRisk> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const risk = await findRisk(tx, product, number, { lock: true });
      await requireAreas(tx, product, body.areaIds ?? []);
      checkIfMatch(risk);
      if (body.status && risk.status === 'materialized') throw new RiskMaterialized();
      const values = pickDefined(body, 'title', 'description', 'likelihood', 'impact', 'mitigation', 'status');
      const changes = changedFields<Risk>(risk, values);
      const retagged = body.areaIds ? await tagWithAreas(tx, RISK_AREAS, risk, body.areaIds) : false;
      if (retagged) await countRevision(tx, risk);
      if (changes.length > 0) await tx.update(Risk, keyOf(risk), values);
      if (changes.length > 0 || retagged) {
        const tags = retagged ? [{ field: 'areaIds', from: null, to: body.areaIds }] : [];
        change.record({
          ...subjectOfRisk({ ...risk, ...values }),
          type: 'risk.updated',
          changes: [...changes, ...tags],
        });
      }
      return this.detailed(tx, risk);
    });
  }

  /** The issue that it became, if any, stays. */
  async delete(product: Product, number: number): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const risk = await findRisk(tx, product, number, { lock: true });
      checkIfMatch(risk);
      await tx.delete(Risk, keyOf(risk));
      countRecords(change, 'risks', product, -1);
      change.record({ ...subjectOfRisk(risk), type: 'risk.deleted' });
    });
  }

  async replaceFunctionalNeeds(product: Product, number: number, ids: string[]): Promise<FunctionalNeedDto[]> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const risk = await findRisk(tx, product, number, { lock: true });
      const isChange = await linkNeeds(tx, RISK_NEEDS, risk, ids);
      // Ids of no needs come first, and are found where these are linked.
      checkIfMatch(risk);
      if (isChange) {
        await countRevision(tx, risk);
        const changes = [{ field: 'functionalNeedIds', from: null, to: ids }];
        change.record({ ...subjectOfRisk(risk), type: 'risk.updated', changes });
      }
      return (await this.detailed(tx, risk)).functionalNeeds;
    });
  }

  async read(product: Product, number: number): Promise<DetailedRisk> {
    const { manager } = this.database;
    return this.detailed(manager, await findRisk(manager, product, number));
  }

  private async detailed(tx: EntityManager, key: RowKey): Promise<DetailedRisk> {
    const [detailed] = await loadDetailed(tx, ['risk', Risk], RISK_DETAILS, keyOf(key));
    if (!detailed) throw new NotFound('risk');
    return detailed;
  }
}

/** Counts a change of what is linked to a risk; changes of its own fields count themselves. */
async function countRevision(tx: EntityManager, { organizationId, id }: RowKey): Promise<void> {
  await query(tx, COUNT_REVISION, [organizationId, id]);
}

/** The risk with this number, locked where it is about to change. */
export async function findRisk(
  tx: EntityManager,
  product: Product,
  number: number,
  { lock = false } = {},
): Promise<Risk> {
  const risk = await tx.findOne(Risk, {
    where: { ...inProduct(product), number },
    ...(lock ? { lock: { mode: 'pessimistic_write' } } : {}),
  });
  if (!risk) throw new NotFound('risk');
  return risk;
}

/** How an event names a risk. */
export const subjectOfRisk = (risk: Pick<Risk, 'id' | 'number' | 'title' | 'productId' | 'organizationId'>) => ({
  organizationId: risk.organizationId,
  productId: risk.productId,
  subject: { id: risk.id, number: risk.number, title: risk.title },
});

const issueIds = (condition: string): string => `SELECT r.id FROM issues r WHERE ${condition}`;

const taggedIds = (condition: string): string => `SELECT t.risk_id FROM risk_areas t WHERE ${condition}`;
