import { Controller, Get, Param, Query } from '@nestjs/common';
import { CurrentProduct } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { Product } from '../../products/products/product.entity.js';
import { ActivityFindingsQuery, FindingDto, FindingPage } from './dto/finding.dto.js';
import { FindingsService } from './findings.service.js';

/** The findings of a test activity. */
@RequireModule('testing')
@Resource('findings')
@Controller('v1/organizations/:orgId/products/:productSlug/test-activity/:number')
export class ActivityFindingsController {
  constructor(private readonly findings: FindingsService) {}

  @Get('findings')
  @Endpoint({
    summary: 'List the findings of a test activity',
    access: 'member',
    returns: FindingPage,
    refuses: { 410: ['run_thinned'] },
  })
  async listOfTestActivity(
    @CurrentProduct() product: Product,
    @Param('number', RecordNumber) number: number,
    @Query() query: ActivityFindingsQuery,
  ): Promise<FindingPage> {
    const { items, ...page } = await this.findings.ofActivity(product, number, query);
    return { findings: items.map(FindingDto.from), ...page };
  }
}
