import { inTransaction } from '#libs/database';
import { notFoundOf, present } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { EventType } from '../events/event-types.js';
import { record } from '../events/record.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { RiskBulkData } from './dto/risk.dto.js';
import { RiskMaterialized } from './errors.js';
import { Risk } from './risk.entity.js';

/** Changes and deletes of many risks at once: all or nothing, and never beyond the organization. */
@Injectable()
export class BulkRisksService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async update(
    organization: Organization,
    ids: readonly string[],
    data: RiskBulkData,
  ): Promise<{ updated: number; notFound: string[] }> {
    return inTransaction(this.database, async (tx) => {
      const found = await this.lock(tx, organization, ids);
      if (data.status && found.some(({ status }) => status === 'materialized')) throw new RiskMaterialized();
      const changes = present(data, 'status', 'likelihood', 'impact');
      if (found.length > 0 && Object.keys(changes).length > 0) {
        await tx.update(Risk, { id: In(found.map(({ id }) => id)) }, changes);
        const fields = Object.entries(changes).map(([field, to]) => ({ field, from: null, to }));
        await this.record(tx, organization, found, 'risk.bulk_updated', fields);
      }
      return { updated: found.length, notFound: notFoundOf(ids, found) };
    });
  }

  async delete(organization: Organization, ids: readonly string[]): Promise<{ deleted: number; notFound: string[] }> {
    return inTransaction(this.database, async (tx) => {
      const found = await this.lock(tx, organization, ids);
      if (found.length > 0) {
        await tx.delete(Risk, { id: In(found.map(({ id }) => id)) });
        await this.record(tx, organization, found, 'risk.bulk_deleted', []);
      }
      return { deleted: found.length, notFound: notFoundOf(ids, found) };
    });
  }

  // In the order of their ids, so that two bulk requests cannot deadlock.
  private lock(tx: EntityManager, organization: Organization, ids: readonly string[]): Promise<Risk[]> {
    return tx.find(Risk, {
      where: { organizationId: organization.id, id: In([...ids]) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  private async record(
    tx: EntityManager,
    organization: Organization,
    found: readonly Risk[],
    type: EventType,
    changes: { field: string; from: unknown; to: unknown }[],
  ): Promise<void> {
    await record(tx, {
      organizationId: organization.id,
      type,
      subject: { title: `${found.length} risks` },
      changes: [...changes, { field: 'ids', from: null, to: found.map(({ id }) => id) }],
    });
  }
}
