import { Body, Controller, Post } from '@nestjs/common';
import { CurrentOrganization, CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { UploadedFile } from '../../../platform/http/upload.interceptor.js';
import type { FileOnDisk } from '../../../platform/http/upload.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { Product } from '../../../products/products/product.entity.js';
import { ConformanceReportDto } from '../reports/dto/conformance-report.dto.js';
import { ImportedReportDto, ReportImportUpload } from './dto/report-import.dto.js';
import { ReportImports } from './report-imports.service.js';

const MOST_BYTES = 1_048_576;

/** Reports from the forms that others write. */
@RequireModule('conformance')
@Resource('conformanceReports')
@Controller('v1/organizations/:orgId/products/:productSlug/conformance-reports/import')
export class ReportImportsController {
  constructor(private readonly imports: ReportImports) {}

  @Post()
  @Endpoint({
    summary: 'Begin a conformance report with what a file in OpenACR says',
    description:
      'YAML without anchors and tags, or JSON, of a catalogue that exports know. The draft covers the standards of which the file says something. What speaks for conformance keeps it from being published until a person states it. Each fault names its place in the file.',
    access: 'member',
    upload: { bytes: MOST_BYTES, fields: ReportImportUpload, description: 'A file in OpenACR.' },
    returns: ImportedReportDto,
    created: ({ conformanceReport }: ImportedReportDto) => `../${conformanceReport.number}`,
    refuses: { 409: ['product_archived', 'report_too_long'] },
  })
  async importReport(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @UploadedFile() file: FileOnDisk,
    @Body() _body: ReportImportUpload,
  ): Promise<ImportedReportDto> {
    const { report, verdicts, leftOut } = await this.imports.import(organization, product, file);
    return { conformanceReport: ConformanceReportDto.from(report), verdicts, leftOut };
  }
}
