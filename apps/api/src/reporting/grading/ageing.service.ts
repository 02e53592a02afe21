import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { FormulaNotices } from './formula-notices.service.js';
import { AGED } from './grading.sql.js';
import { regradeAged } from './regrade-aged.js';

/** Recomputes every hour the Grades whose letter has changed by age alone, or by an upgrade to another formula. */
@Injectable()
export class AgeingService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
    private readonly notices: FormulaNotices,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('5 * * * *', 'age_grades', () => this.recomputeDue());
  }

  /** One unit per product, so that locks are short, and so that results of another replica are seen. */
  async recomputeDue(): Promise<void> {
    const due = await query(this.database, AGED, []);
    for (const product of due) await this.unitOfWork.run((change) => regradeAged(change, product));
    await this.notices.tellDue();
  }
}
