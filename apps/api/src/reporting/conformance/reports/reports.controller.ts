import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import {
  CurrentOrganization,
  CurrentPrincipal,
  CurrentProduct,
  CurrentRecord,
  type Principal,
} from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { Product } from '../../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../../platform/work/check-if-match.js';
import type { ConformanceReport } from './conformance-report.entity.js';
import {
  ConformanceReportDto,
  ConformanceReportEnvelope,
  ConformanceReportPage,
  CreateConformanceReport,
  ListConformanceReportsQuery,
  UpdateConformanceReport,
} from './dto/conformance-report.dto.js';
import { ReportEnvelopes } from './report-envelopes.js';
import { ConformanceReportsService } from './reports.service.js';

/** The conformance reports of a product. */
@RequireModule('conformance')
@Resource('conformanceReports')
@Controller('v1/organizations/:orgId/products/:productSlug/conformance-reports')
export class ConformanceReportsController {
  constructor(
    private readonly reports: ConformanceReportsService,
    private readonly envelopes: ReportEnvelopes,
  ) {}

  @Get()
  @Endpoint({ summary: 'List the conformance reports of a product', access: 'member', returns: ConformanceReportPage })
  async list(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @Query() query: ListConformanceReportsQuery,
  ): Promise<ConformanceReportPage> {
    const { items, ...page } = await this.reports.page(organization, product, query);
    return { conformanceReports: items.map((report) => ConformanceReportDto.from(report)), ...page };
  }

  @Post()
  @Endpoint({
    summary: 'Create a conformance report',
    description: 'It is a draft, not publicly visible, until it is published.',
    access: 'member',
    returns: ConformanceReportEnvelope,
    created: ({ conformanceReport }: ConformanceReportEnvelope) => conformanceReport.number,
    refuses: { 409: ['product_archived'] },
  })
  async create(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Body() body: CreateConformanceReport,
  ): Promise<ConformanceReportEnvelope> {
    return this.envelopes.of(await this.reports.create(organization, product, body), caller);
  }

  @Get(':reportNumber')
  @Endpoint({
    summary: 'Read a conformance report',
    access: 'member',
    reads: ConformanceReportsService,
    returns: ConformanceReportEnvelope,
  })
  read(
    @CurrentRecord() { report }: { report: ConformanceReport },
    @CurrentPrincipal() caller: Principal,
  ): ConformanceReportEnvelope {
    return this.envelopes.of(report, caller);
  }

  @Patch(':reportNumber')
  @Endpoint({
    summary: 'Change a draft',
    guarded: true,
    access: 'member',
    returns: ConformanceReportEnvelope,
    refuses: { 409: ['report_published', 'report_too_long', 'product_archived'] },
  })
  async update(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
    @Body() body: UpdateConformanceReport,
  ): Promise<ConformanceReportEnvelope> {
    const change = this.reports.update(product, number, body).then((report) => this.envelopes.of(report, caller));
    return withCurrentOnConflict(change, () => this.present(product, caller, number));
  }

  @Delete(':reportNumber')
  @Endpoint({
    summary: 'Delete a draft',
    guarded: true,
    access: 'member',
    refuses: { 409: ['report_published', 'product_archived'] },
  })
  async delete(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
  ): Promise<void> {
    await withCurrentOnConflict(this.reports.delete(product, number), () => this.present(product, caller, number));
  }

  private async present(product: Product, caller: Principal, number: number): Promise<ConformanceReportEnvelope> {
    return this.envelopes.of(await this.reports.read(product, number), caller);
  }
}
