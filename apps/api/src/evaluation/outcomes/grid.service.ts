import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Audit } from '../../audits/audit.entity.js';
import { Pagination } from '../../lists/pagination.js';
import { askedRequirements } from '../asked-requirements.js';
import { sampleOf } from '../sample/sample.service.js';
import { toldEntry } from './dto/outcome-answers.js';
import type { OutcomePage } from './dto/outcome.dto.js';
import { GRID } from './outcomes.sql.js';

/** All that is needed to draw the grid of an audit: requirements down, entries across. */
@Injectable()
export class GridService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async read(audit: Audit): Promise<Required<OutcomePage>> {
    const { manager } = this.database;
    const cells = await query(manager, GRID, [audit.organizationId, audit.id]);
    const pagination = Pagination.of({ page: 1, pageSize: Math.max(cells.length, 1), total: cells.length });
    return {
      outcomes: [],
      pagination,
      requirements: (await askedRequirements(manager, audit)).map(({ requirementId, number, name, level, isGone }) => ({
        requirementId,
        number,
        name,
        level,
        isGone,
      })),
      sample: await sampleOf(manager, audit),
      cells: cells.map(({ entry, userName, ...cell }) => ({ ...cell, entry: toldEntry(entry), byName: userName })),
    };
  }
}
