import { unknownReferences } from '#libs/errors';
import type { Page } from '#libs/paging';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Product } from '../products/product.entity.js';
import { Work } from '../work/work.service.js';
import type { Grade } from './grade.js';
import { GradeRecord } from './grade.entity.js';
import { expiredSince, hasAged } from './outdated.js';
import { regrade, simulate } from './regrade.js';

/** The Grade of a product: current, history and simulation. */
@Injectable()
export class GradingService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly work: Work,
  ) {}

  /** The current Grade; recomputed if it has expired by age or a dismissal has expired since. */
  async current(product: Product): Promise<Grade> {
    const [known] = await this.database.query<{ grade: Grade }[]>(
      `SELECT grade FROM current_grades c
       WHERE product_id = $1 AND grade IS NOT NULL AND (${hasAged('c')}) IS NOT TRUE AND NOT EXISTS (
         SELECT FROM findings f WHERE f.product_id = c.product_id AND ${expiredSince('f', 'c')})`,
      [product.id],
    );
    return known?.grade ?? (await this.work.unit(({ tx }) => regrade(tx, product)))!;
  }

  async history(product: Product, { page, pageSize }: { page: number; pageSize: number }): Promise<Page<Grade>> {
    const where = { productId: product.id };
    const total = await this.database.manager.countBy(GradeRecord, where);
    const rows = await this.database.manager.find(GradeRecord, {
      where,
      order: { computedAt: 'DESC', id: 'DESC' },
      take: pageSize,
      skip: (page - 1) * pageSize,
    });
    return { items: rows.map(({ grade }) => grade as Grade), total, page, pageSize };
  }

  async simulate(product: Product, closeIssues: readonly number[]): Promise<Grade> {
    const known = await this.database.query<{ number: number }[]>(
      'SELECT number FROM issues WHERE product_id = $1 AND number = ANY ($2::int[])',
      [product.id, closeIssues.filter((number) => number <= 2_147_483_647)],
    );
    const numbers = new Set(known.map(({ number }) => number));
    const missing = closeIssues.filter((number) => !numbers.has(number)).map(String);
    if (missing.length > 0) throw unknownReferences('/query/closeIssues', missing, closeIssues.map(String), 'issue');
    const supposed = new Map([[product.id, { now: new Date(), withoutIssues: closeIssues }]]);
    return (await simulate(this.database.manager, product.organizationId, supposed)).get(product.id)!;
  }
}
