import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import { AGED, SHARE_PRODUCT } from './grading.sql.js';
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
    const due = await query(this.database, AGED, []);
    for (const { organizationId, id } of due) {
      await this.unitOfWork.run(async (change) => {
        const { tx } = change;
        const [product] = await query(tx, SHARE_PRODUCT, [organizationId, id]);
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
