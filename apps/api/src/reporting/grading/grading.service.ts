import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { unknownReferences } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ProductRead, ReadWithProduct } from '../../platform/http/product-read.js';
import { type PageOrder, type RecordList, recordsOf } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import type { ProductKey } from '../../products/products/product-key.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { GradeHistoryQuery } from './dto/grade-history.dto.js';
import { GradeRecord } from './grade.entity.js';
import type { Grade } from './grade.js';
import { ISSUES_PRESENT } from './grading.sql.js';
import { hasAged, hasOtherFindings } from './outdated.js';
import { simulate } from './regrade.js';
import { regradeAged } from './regrade-aged.js';

/** The Grade of a product: current, history and simulation. */
@Injectable()
export class GradingService implements ReadWithProduct {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  withProduct(): ProductRead<{ grade: Grade | null }> {
    return {
      what: 'Grade',
      sql: `SELECT (
        SELECT grade FROM current_grades c
        WHERE c.organization_id = $1 AND c.product_id = p.id AND NOT ${hasAged('c')} AND NOT ${hasOtherFindings('c')}) AS grade`,
      read: ({ grade }) => ({ grade: grade as Grade | null }),
    };
  }

  /** The current Grade: the stored one, unless it has aged, or findings have come to count otherwise since. */
  async current({ organizationId, id }: ProductKey, stored: Grade | null): Promise<Grade> {
    return stored ?? (await this.unitOfWork.run((change) => regradeAged(change, { organizationId, id })))!;
  }

  async history({ organizationId, id }: ProductKey, wanted: GradeHistoryQuery): Promise<Page<Grade>> {
    const list: RecordList = { owner: ['organization_id', organizationId], filters: { productId: id } };
    const order: PageOrder = { ...wanted, sortField: 'computedAt', sortDirection: 'desc' };
    const page = await recordsOf(this.database.manager, GradeRecord, list, order);
    return { ...page, items: page.items.map(({ grade }) => grade as Grade) };
  }

  async simulate({ organizationId, id }: ProductKey, closeIssues: readonly number[]): Promise<Grade> {
    const numbered = closeIssues.filter((number) => number <= 2_147_483_647);
    const known = await query(this.database.manager, ISSUES_PRESENT, [organizationId, id, numbered]);
    const numbers = new Set(known.map(({ number }) => number));
    const missing = closeIssues.filter((number) => !numbers.has(number)).map(String);
    if (missing.length > 0) throw unknownReferences('/query/closeIssues', missing, closeIssues.map(String), 'issue');
    const supposed = new Map([[id, { now: clock.now(), withoutIssues: closeIssues }]]);
    return (await simulate(this.database.manager, organizationId, supposed)).get(id)!;
  }
}
