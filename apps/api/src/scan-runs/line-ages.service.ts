import { Settings } from '#libs/config';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import { endLinesWhere } from './end-lines-where.js';

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
    const products = await this.database.query<{ organizationId: string; productId: string }[]>(
      `/* all organizations: end_lines */ SELECT DISTINCT l.organization_id AS "organizationId", l.product_id AS "productId"
       FROM lines l WHERE l.ended_at IS NULL AND l.last_number IS NOT NULL AND ${hasAged('$1', '$2')}`,
      [proposalDays, lineDays],
    );
    for (const { organizationId, productId } of products) {
      const condition = `l.product_id = :productId AND ${hasAged(':proposalDays', ':lineDays')}`;
      await this.unitOfWork.run((change) =>
        endLinesWhere(change, organizationId, condition, { productId, proposalDays, lineDays }),
      );
    }
  }
}

const isSilent = (line: string, days: string): string =>
  `(${days}::int > 0 AND ${line}.arrived_at <= now() - make_interval(days => ${days}::int))`;

/**
 * In SQL: whether a line `l` has gone too long without a run. A main line has only while another one of its tool goes on, for
 * nothing is resolved that no run has looked at.
 */
const hasAged = (proposalDays: string, lineDays: string): string => `CASE l.kind
  WHEN 'proposal' THEN ${isSilent('l', proposalDays)}
  ELSE ${isSilent('l', lineDays)} AND EXISTS (
    SELECT FROM lines other WHERE other.organization_id = l.organization_id AND other.product_id = l.product_id AND other.tool = l.tool
      AND other.kind = 'main' AND other.ended_at IS NULL AND other.last_number IS NOT NULL AND NOT ${isSilent('other', lineDays)})
  END`;
