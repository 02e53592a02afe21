import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ProductKey } from '../products/product-key.js';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import type { Grade } from './grade.js';
import { expiredSince, hasAged } from './outdated.js';
import { regrade } from './regrade.js';

/** Recomputes once a day the Grades whose letter has changed by age alone. */
@Injectable()
export class AgeingService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('5 0 * * *', 'age_grades', () => this.recomputeDue());
  }

  /** One unit per product, so that locks are short, and so that results of another replica are seen. */
  async recomputeDue(): Promise<void> {
    const due = await this.database.query<ProductKey[]>(DUE);
    for (const { organizationId, id } of due) {
      await this.unitOfWork.run(async (change) => {
        const { tx } = change;
        const [product] = await tx.query<{ name: string; grade: Grade | null }[]>(
          `SELECT p.name, c.grade FROM products p
           LEFT JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.id
           WHERE p.organization_id = $1 AND p.id = $2 FOR SHARE OF p`,
          [organizationId, id],
        );
        const grade = await regrade(tx, { organizationId, id });
        if (!product || !grade || grade.letter === product.grade?.letter) return;
        change.record({
          organizationId,
          productId: id,
          type: 'product.grade_changed',
          subject: { id, title: product.name },
          changes: [{ field: 'letter', from: product.grade?.letter ?? null, to: grade.letter }],
        });
      });
    }
  }
}

const DUE = `/* all organizations: age_grades */
  SELECT c.organization_id AS "organizationId", c.product_id AS id FROM current_grades c WHERE ${hasAged('c')}
  UNION
  SELECT p.organization_id, p.product_id
  FROM pending_counts p JOIN current_grades c ON c.organization_id = p.organization_id AND c.product_id = p.product_id
  WHERE p.pending_from > '-infinity' AND ${expiredSince('p', 'c')}`;
