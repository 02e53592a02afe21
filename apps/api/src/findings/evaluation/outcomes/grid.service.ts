import { query } from '#libs/database';
import { inSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Audit } from '../../../records/audits/audit.entity.js';
import { LargeJson } from '../../../platform/http/large-json.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import type { Product } from '../../../products/products/product.entity.js';
import { requirementsOfAudit } from '../audit-requirements.js';
import { proposedCells, proposedFailures } from '../proposals/proposed-failures.js';
import { sampleOf } from '../sample/sample.service.js';
import type { OutcomePage } from './dto/outcome.dto.js';
import { GRID } from './outcomes.sql.js';

/** All that is needed to draw the grid of an audit: requirements down, entries across. */
@Injectable()
export class GridService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** As an `OutcomePage`. @param product absent: what findings propose is not told */
  async read(audit: Audit, product?: Product): Promise<LargeJson> {
    const { manager } = this.database;
    const requirements = await requirementsOfAudit(manager, audit);
    const sample = await sampleOf(manager, audit);
    const failures = product ? await proposedFailures(manager, product, audit, { requirements, sample }) : new Map();
    const rows = await query(manager, GRID, [audit.organizationId, audit.id, proposedCells(failures)]);
    const total = rows.reduce((sum, { count }) => sum + count, 0);
    const page: Omit<Required<OutcomePage>, 'cells'> = {
      outcomes: [],
      pagination: Pagination.of({ page: 1, pageSize: Math.max(total, 1), total }),
      requirements: requirements.map(({ requirementId, number, name, level, isGone }) => ({
        requirementId,
        number,
        name,
        level,
        isGone,
      })),
      sample,
    };
    return LargeJson.of(page, { cells: inSlices(rows, ({ cells }) => cells) });
  }
}
