import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { CurrentProduct, CurrentRecord } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { ConformanceReportsService } from '../reports/reports.service.js';
import { ContradictionsService } from './contradictions.service.js';
import { ContradictionEnvelope, ContradictionList, TellReason } from './dto/contradiction.dto.js';

/** What contradicts a published conformance report. */
@RequireModule('conformance')
@Resource('conformanceReports')
@Controller('v1/organizations/:orgId/products/:productSlug/conformance-reports/:reportNumber/contradictions')
export class ContradictionsController {
  constructor(private readonly contradictions: ContradictionsService) {}

  @Get()
  @Endpoint({
    summary: 'List the open issues that contradict a published report',
    description: 'Its public page shows their number and the affected requirements.',
    access: 'member',
    place: 'rendering',
    reads: ConformanceReportsService,
    returns: ContradictionList,
    refuses: { 409: ['report_draft'] },
  })
  listContradictions(@CurrentRecord() { report }: { report: ConformanceReport }): Promise<ContradictionList> {
    return this.contradictions.list(report);
  }

  @Put(':issueNumber')
  @Endpoint({
    summary: 'State the reason that an issue does not contradict a published report',
    description: 'The public page shows the reason with its date, and no longer counts the issue.',
    access: 'admin',
    returns: ContradictionEnvelope,
    refuses: { 409: ['issue_contradicts_nothing', 'report_draft', 'report_too_long', 'product_archived'] },
  })
  async tellReason(
    @CurrentProduct() product: Product,
    @Param('reportNumber', RecordNumber) number: number,
    @Param('issueNumber', RecordNumber) issueNumber: number,
    @Body() { reason }: TellReason,
  ): Promise<ContradictionEnvelope> {
    return { contradiction: await this.contradictions.setReason(product, { number, issueNumber }, reason) };
  }
}
