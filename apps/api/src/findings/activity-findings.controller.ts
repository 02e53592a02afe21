import { CurrentProduct, Endpoint, RequireModule } from '#libs/access';
import { RecordNumber } from '#libs/http';
import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { Product } from '../products/product.entity.js';
import { ActivityFindingsQuery, FindingDto, FindingPage } from './dto/finding.dto.js';
import { FindingsService } from './findings.service.js';
import { UndoService } from './undo.service.js';

/** What a test activity said of findings, and taking it back. */
@RequireModule('testing')
@Controller('v1/organizations/:orgId/products/:productSlug/test-activity/:number')
export class ActivityFindingsController {
  constructor(
    private readonly findings: FindingsService,
    private readonly undo: UndoService,
  ) {}

  @Get('findings')
  @Endpoint({ summary: 'List the findings that a test activity spoke of', roles: 'member', returns: FindingPage })
  async list(
    @CurrentProduct() product: Product,
    @Param('number', RecordNumber) number: number,
    @Query() query: ActivityFindingsQuery,
  ): Promise<FindingPage> {
    const { items, ...page } = await this.findings.ofActivity(product, number, query);
    return { findings: items.map(FindingDto.from), ...page };
  }

  @Delete()
  @Endpoint({ summary: 'Delete a test activity and undo what it said of findings; its issues stay', roles: 'admin' })
  async delete(@CurrentProduct() product: Product, @Param('number', RecordNumber) number: number): Promise<void> {
    await this.undo.delete(product, number);
  }
}
