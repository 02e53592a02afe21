import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { endLinesWhere } from './end-lines-where.js';
import { AGED, hasAged } from './lines.sql.js';

/** Ends lines, once an hour, that no run has spoken of for long. */
@Injectable()
export class LineAges implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('23 * * * *', 'end_lines', () => this.endAged());
  }

  /** One unit for each product, so that locks are short. */
  async endAged(): Promise<void> {
    const { proposalDays, lineDays } = this.settings;
    const products = await query(this.database, AGED, [proposalDays, lineDays]);
    for (const { organizationId, productId } of products) {
      const condition = `l.product_id = :productId AND ${hasAged(':proposalDays', ':lineDays')}`;
      await this.unitOfWork.run((change) =>
        endLinesWhere(change, organizationId, condition, { productId, proposalDays, lineDays }),
      );
    }
  }
}
