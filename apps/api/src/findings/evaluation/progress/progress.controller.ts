import { query } from '#libs/database';
import { Controller, Get, Query } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditsService, type CountedAudit } from '../../../records/audits/audits.service.js';
import { CurrentProduct, CurrentRecord } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import type { LargeJson } from '../../../platform/http/large-json.js';
import { Product } from '../../../products/products/product.entity.js';
import { ComparisonService } from '../comparison/comparison.service.js';
import { AuditComparison, ComparisonQuery } from '../comparison/dto/comparison.dto.js';
import { loadState } from '../evaluation-state.js';
import { sampleOf } from '../sample/sample.service.js';
import { AuditProgressDto } from './dto/progress.dto.js';
import { progressOf } from './progress.js';
import { DECIDED_BY } from './progress.sql.js';

/** How far an audit is, and what has changed since another one. */
@RequireModule('audits')
@Resource('audits')
@Controller('v1/organizations/:orgId/products/:productSlug/audits/:auditNumber')
export class AuditProgressController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly comparisons: ComparisonService,
  ) {}

  @Get('progress')
  @Endpoint({
    summary: 'Read the progress of an audit',
    access: 'member',
    place: 'audits',
    reads: AuditsService,
    returns: AuditProgressDto,
  })
  async readProgress(@CurrentRecord() { audit }: CountedAudit): Promise<AuditProgressDto> {
    const { manager } = this.database;
    const people = await query(manager, DECIDED_BY, [audit.organizationId, audit.id]);
    return { ...(await progressOf(await loadState(manager, audit), await sampleOf(manager, audit))), people };
  }

  @Get('comparison')
  @Endpoint({
    summary: 'Compare an audit with another one of the product',
    description:
      'Requirements are matched by id, otherwise by WCAG criterion; entries by their original entry, otherwise by address or name.',
    access: 'member',
    place: 'audits',
    reads: AuditsService,
    returns: AuditComparison,
  })
  compare(
    @CurrentProduct() product: Product,
    @CurrentRecord() { audit }: CountedAudit,
    @Query() { with: other }: ComparisonQuery,
  ): Promise<LargeJson> {
    return this.comparisons.compare(product, audit, other);
  }
}
