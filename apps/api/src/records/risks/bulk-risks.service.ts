import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { bulkEvent } from '../../platform/events/event-draft.js';
import { asSeen } from '../../platform/lists/as-seen.js';
import type { BulkDeleted, BulkIds, BulkUpdated } from '../../platform/lists/bulk.dto.js';
import { changedFields, pickDefined } from '../../platform/lists/changed-fields.js';
import { notFoundOf } from '../../platform/lists/not-found-of.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { productOf } from '../../products/products/product-key.js';
import { countRecords } from '../../products/products/record-totals.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { RiskBulkData } from './dto/risk.dto.js';
import { RiskMaterialized } from './errors.js';
import { Risk } from './risk.entity.js';

/** Changes and deletes of many risks at once: all or nothing, and never beyond the organization. */
@Injectable()
export class BulkRisksService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async update(organization: Organization, named: BulkIds, data: RiskBulkData): Promise<BulkUpdated> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const found = await this.lock(tx, organization, named.ids);
      const { seen: risks, skipped } = asSeen(found, named);
      if (data.status && risks.some(({ status }) => status === 'materialized')) throw new RiskMaterialized();
      const changes = pickDefined(data, 'status', 'likelihood', 'impact');
      const changed = risks.filter((risk) => changedFields<Risk>(risk, changes).length > 0);
      if (changed.length > 0) {
        await tx.update(Risk, { organizationId: organization.id, id: In(changed.map(({ id }) => id)) }, changes);
        const fields = Object.entries(changes).map(([field, to]) => ({ field, from: null, to }));
        change.record(bulkEvent('risk.bulk_updated', organization.id, `${changed.length} risks`, changed, fields));
      }
      return { updated: risks.length, notFound: notFoundOf(named.ids, found), skipped };
    });
  }

  async delete(organization: Organization, named: BulkIds): Promise<BulkDeleted> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const found = await this.lock(tx, organization, named.ids);
      const { seen: risks, skipped } = asSeen(found, named);
      if (risks.length > 0) {
        await tx.delete(Risk, { organizationId: organization.id, id: In(risks.map(({ id }) => id)) });
        for (const risk of risks) countRecords(change, 'risks', productOf(risk), -1);
        change.record(bulkEvent('risk.bulk_deleted', organization.id, `${risks.length} risks`, risks));
      }
      return { deleted: risks.length, notFound: notFoundOf(named.ids, found), skipped };
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
}
