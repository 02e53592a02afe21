import { Controller, Get, Query } from '@nestjs/common';
import { CurrentProduct, CurrentRecord } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Product } from '../../products/products/product.entity.js';
import { GradeEnvelope, GradeHistory, GradeHistoryQuery, SimulateGradeQuery } from './dto/grade-history.dto.js';
import type { Grade } from './grade.js';
import { GradingService } from './grading.service.js';

/** The Grade of a product. */
@RequireModule('products')
@Resource('grade')
@Controller('v1/organizations/:orgId/products/:productSlug/grade')
export class GradingController {
  constructor(private readonly grading: GradingService) {}

  @Get()
  @Endpoint({
    summary: 'Read the Grade with its reasons',
    access: 'member',
    reads: GradingService,
    returns: GradeEnvelope,
  })
  async read(
    @CurrentProduct() product: Product,
    @CurrentRecord() { grade }: { grade: Grade | null },
  ): Promise<GradeEnvelope> {
    return { grade: await this.grading.current(product, grade) };
  }

  @Get('history')
  @Endpoint({ summary: 'List the changes of the Grade, newest first', access: 'member', returns: GradeHistory })
  async history(@CurrentProduct() product: Product, @Query() query: GradeHistoryQuery): Promise<GradeHistory> {
    const { items, ...page } = await this.grading.history(product, query);
    return { grades: items, ...page };
  }

  @Get('simulate')
  @Endpoint({
    summary: 'Preview the Grade after closing issues',
    access: 'member',
    returns: GradeEnvelope,
  })
  async simulate(
    @CurrentProduct() product: Product,
    @Query() { closeIssues }: SimulateGradeQuery,
  ): Promise<GradeEnvelope> {
    return { grade: await this.grading.simulate(product, closeIssues) };
  }
}
