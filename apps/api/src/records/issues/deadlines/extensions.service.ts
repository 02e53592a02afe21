import { query } from '#libs/database';
import { requireFuture } from '#libs/dates';
import { Injectable } from '@nestjs/common';
import { keyOf } from '../../../platform/lists/key-of.js';
import type { Product } from '../../../products/products/product.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { type DetailedIssue, IssuesService, subjectOfIssue } from '../issues.service.js';
import { EXTEND } from './deadlines.sql.js';
import type { ExtendIssue } from './dto/deadlines.dto.js';

/** Accepts issues until a later date; the history says by whom and why. */
@Injectable()
export class ExtensionsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly issues: IssuesService,
  ) {}

  async extend(
    product: Product,
    number: number,
    { until, reason }: ExtendIssue,
    userId: string | null,
  ): Promise<DetailedIssue> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const issue = await this.issues.find(tx, product, number, { lock: true });
      requireFuture(until, '/until');
      await query(tx, EXTEND, [issue.organizationId, issue.id, until, reason, userId]);
      change.record({
        ...subjectOfIssue(issue),
        type: 'issue.extended',
        changes: [
          { field: 'dueAt', from: issue.dueAt?.toISOString() ?? null, to: until.toISOString() },
          { field: 'reason', from: null, to: reason },
        ],
      });
      return this.issues.detailed(tx, keyOf(issue));
    });
  }
}
