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
    summary: 'Create a conformance report from an OpenACR file',
    description:
      'YAML without anchors and tags, or JSON, with a catalogue known to exports. The draft covers the standards mentioned in the file. Favourable verdicts prevent its publication until a person states them. Each fault names its position in the file.',
    access: 'member',
    upload: { bytes: MOST_BYTES, fields: ReportImportUpload, description: 'An OpenACR file.' },
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
