import { Controller, Get } from '@nestjs/common';
import { CurrentOrganization, CurrentProduct, CurrentRecord } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import type { LargeJson } from '../../../platform/http/large-json.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { Product } from '../../../products/products/product.entity.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { ConformanceReportsService } from '../reports/reports.service.js';
import { ReportRequirementList } from './dto/requirements.dto.js';
import { ReportRequirements } from './report-requirements.service.js';

/** What people judge in a conformance report. */
@RequireModule('conformance')
@Resource('conformanceReports')
@Controller('v1/organizations/:orgId/products/:productSlug/conformance-reports/:reportNumber/requirements')
export class ReportRequirementsController {
  constructor(private readonly requirements: ReportRequirements) {}

  @Get()
  @Endpoint({
    summary: 'List the requirements of a report with verdicts, suggestions and problems',
    access: 'member',
    place: 'rendering',
    reads: ConformanceReportsService,
    returns: ReportRequirementList,
  })
  async listRequirements(
    @CurrentOrganization() { enabledModules }: Organization,
    @CurrentProduct() product: Product,
    @CurrentRecord() { report }: { report: ConformanceReport },
  ): Promise<LargeJson> {
    return this.requirements.list(product, report, enabledModules.includes('testing'));
  }
}
