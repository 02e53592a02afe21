import { query } from '#libs/database';
import { Body, Controller, Get, Injectable, Param, Put, type Type } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import type { RecordId, RecordNumber } from '../../platform/http/record-number.pipe.js';
import type { EventType } from '../../platform/events/event-types.js';
import { productStaysLock, requireLive } from '../../products/products/product-records.js';
import { Product } from '../../products/products/product.entity.js';
import type { Lock } from '../../platform/work/locks.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { EvidenceOfRecord, PutEvidence } from './dto/evidence.dto.js';
import { EVIDENCE_OF_RECORD } from './evidence.sql.js';
import { linkEvidence, requireEvidence } from './link-evidence.js';

/** A record that evidence is at. */
interface RecordWithEvidence {
  organizationId: string;
  productId: string;
  id: string;
  number: number | null;
  title: string | null;
}

/** A kind of records that have evidence, as the module that owns it declares it. */
interface WithEvidence<Key extends string | number> {
  resource: string;
  module: string;
  /** Its path below the product, whose last variable is its key. */
  path: string;
  /** How sentences name it: `an issue`. */
  a: string;
  key: Type<RecordNumber | RecordId>;
  event: EventType;
  locks?: (product: Product) => Lock[];
  /** The record; locked where `lock` says so. @throws NotFound */
  find: (tx: EntityManager, product: Product, key: Key, lock: boolean) => Promise<RecordWithEvidence>;
}

/** Which evidence records have. */
@Injectable()
export class EvidenceOfRecords {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async read(of: WithEvidence<never>, product: Product, key: string | number): Promise<string[]> {
    const { manager } = this.database;
    return evidenceOf(manager, await of.find(manager, product, key as never, false));
  }

  async put(
    of: WithEvidence<never>,
    product: Product,
    key: string | number,
    ids: readonly string[],
  ): Promise<string[]> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(...(of.locks?.(product) ?? []), productStaysLock(product));
      const record = await of.find(tx, product, key as never, true);
      await requireEvidence(
        tx,
        product,
        ids.map((id, index) => ({ path: `/evidenceIds/${index}`, id })),
      );
      await requireLive(tx, product);
      const before = await evidenceOf(tx, record);
      const { organizationId, productId, id, number, title } = record;
      await linkEvidence(tx, organizationId, [{ recordId: id, evidenceIds: ids.map((one) => one.toLowerCase()) }]);
      const after = await evidenceOf(tx, record);
      if (before.join() !== after.join())
        change.record({
          ...{ organizationId, productId, type: of.event, subject: { id, number, title } },
          changes: [{ field: 'evidenceIds', from: before, to: after }],
        });
      return after;
    });
  }
}

const evidenceOf = async (tx: EntityManager, { organizationId, id }: RecordWithEvidence): Promise<string[]> =>
  (await query(tx, EVIDENCE_OF_RECORD, [organizationId, id])).map(({ evidenceId }) => evidenceId);

/** The endpoints of the evidence of a kind of records. */
export function evidenceController<Key extends string | number>(of: WithEvidence<Key>): Type {
  const key = /:(\w+)$/.exec(of.path)![1]!;

  @RequireModule(of.module)
  @Resource(of.resource)
  @Controller(`v1/organizations/:orgId/products/:productSlug/${of.path}/evidence`)
  class EvidenceOfController {
    constructor(private readonly evidence: EvidenceOfRecords) {}

    @Get()
    @Endpoint({ summary: `List the evidence of ${of.a}`, access: 'member', returns: EvidenceOfRecord })
    async readEvidence(
      @CurrentProduct() product: Product,
      @Param(key, of.key) value: string | number,
    ): Promise<EvidenceOfRecord> {
      return { evidenceIds: await this.evidence.read(of, product, value) };
    }

    @Put()
    @Endpoint({
      summary: `Set the evidence of ${of.a}`,
      access: 'member',
      returns: EvidenceOfRecord,
      refuses: { 409: ['product_archived'] },
    })
    async putEvidence(
      @CurrentProduct() product: Product,
      @Param(key, of.key) value: string | number,
      @Body() { evidenceIds }: PutEvidence,
    ): Promise<EvidenceOfRecord> {
      return { evidenceIds: await this.evidence.put(of, product, value, evidenceIds) };
    }
  }
  return EvidenceOfController;
}
