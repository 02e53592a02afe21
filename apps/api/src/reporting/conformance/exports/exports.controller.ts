import { turn } from '#libs/queues';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentOrganization, CurrentProduct, CurrentRecord } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { Organization } from '../../../accounts/organizations/organization.entity.js';
import { Threads } from '../../../platform/places/threads.service.js';
import { Product } from '../../../products/products/product.entity.js';
import { ReportDocuments } from '../publishing/report-documents.service.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { ConformanceReportsService } from '../reports/reports.service.js';
import { ExportQuery } from './dto/export.dto.js';
import { type ExportFormat, EXPORTS } from './export-formats.js';
import { PAGE_POLICY } from './html-skeleton.js';

/** Reports in the forms that others read. */
@RequireModule('conformance')
@Resource('conformanceReports')
@Controller('v1/organizations/:orgId/products/:productSlug/conformance-reports/:reportNumber')
export class ConformanceExportsController {
  constructor(
    private readonly documents: ReportDocuments,
    private readonly threads: Threads,
  ) {}

  @Get('export')
  @Endpoint({
    summary: 'Export a conformance report',
    description:
      'OpenACR (WCAG, Section 508 and EN 301 549), HTML, DOCX, Markdown, EARL, an evaluation for the WCAG-EM Report Tool (WCAG), CSV, or an accessibility statement (European Union, RGAA, United Kingdom, European Accessibility Act, United States). A draft can be exported as `html`, `docx`, `markdown`, `wcag-em` and `csv`, marked as a draft; the other formats require a published report.',
    access: 'member',
    place: 'rendering',
    reads: ConformanceReportsService,
    produces: [...new Set(Object.values(EXPORTS).map(({ type }) => type))],
    refuses: {
      400: ['statement_of_another_standard'],
      409: ['report_draft', 'export_not_available', 'export_too_large', 'statement_incomplete'],
    },
  })
  async export(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentRecord() { report }: { report: ConformanceReport },
    @Query() { format, inline }: ExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { type, ending, includesPages, write }: ExportFormat = EXPORTS[format];
    const content = await this.documents.read(organization, product, report);
    const pages = includesPages ? await this.documents.pages(report) : [];
    const file = await write({ ...content, pages }, this.threads);
    await turn();
    response
      .set('Content-Type', typeof file === 'string' ? `${type}; charset=utf-8` : type)
      .set(
        'Content-Disposition',
        // A page has a policy that lets nothing but its own style in; other files are always saved.
        `${inline && type === 'text/html' ? 'inline' : 'attachment'}; filename="${product.slug}-conformance-report-${report.number}.${ending}"`,
      )
      .set('Content-Security-Policy', PAGE_POLICY)
      .send(typeof file === 'string' ? file : Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  }
}
