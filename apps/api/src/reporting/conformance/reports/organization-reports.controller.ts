import { Controller, Get, Query } from '@nestjs/common';
import { CurrentOrganization } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import {
  ConformanceReportDto,
  ListOrganizationReportsQuery,
  OrganizationReportPage,
} from './dto/conformance-report.dto.js';
import { ConformanceReportsService } from './reports.service.js';

/** The conformance reports of an organization. */
@RequireModule('conformance')
@Resource('conformanceReports')
@Controller('v1/organizations/:orgId/conformance-reports')
export class OrganizationReportsController {
  constructor(private readonly reports: ConformanceReportsService) {}

  @Get()
  @Endpoint({
    summary: 'List the conformance reports of all active products',
    access: 'member',
    returns: OrganizationReportPage,
  })
  async listInOrganization(
    @CurrentOrganization() organization: Organization,
    @Query() query: ListOrganizationReportsQuery,
  ): Promise<OrganizationReportPage> {
    const { items, ...page } = await this.reports.pageOfAll(organization, query);
    const conformanceReports = items.map(({ report, product }) => ({
      ...ConformanceReportDto.from(report),
      productName: product.name,
      productSlug: product.slug,
    }));
    return { conformanceReports, ...page };
  }
}
