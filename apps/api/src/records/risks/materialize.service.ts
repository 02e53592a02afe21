import { Injectable } from '@nestjs/common';
import { createIssues } from '../issues/create-issues.js';
import { Issue } from '../issues/issue.entity.js';
import { keyOf } from '../../platform/lists/key-of.js';
import { activeLock } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { Risk } from './risk.entity.js';
import { findRisk, subjectOfRisk } from './risks.service.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** Opens issues for risks that have materialized. */
@Injectable()
export class MaterializeService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
  ) {}

  /**
   * Returns the issue of a risk. The first call opens it from title, description and impact, and fails in an archived
   * product; later calls return the same issue, or open a new one if it was deleted.
   */
  async materialize(
    product: Product,
    number: number,
    createdByUserId: string | null,
  ): Promise<{ issueNumber: number; created: boolean }> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const known = await findRisk(tx, product, number);
      if (!known.issueId) await change.lock(activeLock(product.organizationId, [product.id]));
      const risk = await findRisk(tx, product, number, { lock: true });
      if (risk.issueId) {
        const issue = await tx.findOneByOrFail(Issue, { organizationId: risk.organizationId, id: risk.issueId });
        return { issueNumber: issue.number, created: false };
      }
      const { title, description, impact } = risk;
      const [opened] = await createIssues(change, this.quotas.of(product.organizationId), { product }, [
        { title, description, impact, createdByUserId },
      ]);
      await tx.update(Risk, keyOf(risk), { status: 'materialized', issueId: opened!.id });
      change.record({
        ...subjectOfRisk(risk),
        type: 'risk.materialized',
        changes: [
          { field: 'status', from: risk.status, to: 'materialized' },
          { field: 'issueNumber', from: null, to: opened!.number },
        ],
      });
      change.regradeAfterwards(product);
      return { issueNumber: opened!.number, created: true };
    });
  }
}
