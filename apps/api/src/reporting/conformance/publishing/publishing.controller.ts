import { Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
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
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { ConformanceReportEnvelope } from '../reports/dto/conformance-report.dto.js';
import { ReportEnvelopes } from '../reports/report-envelopes.js';
import { ConformanceReportsService } from '../reports/reports.service.js';
import { StatementOfAnotherStandard } from '../errors.js';
import { STATEMENTS, statementProblems } from '../statements/statement-forms.js';
import { statementProblem } from '../statements/statement-problems.js';
import { ProblemsQuery, PublicTokenEnvelope, ReportProblemList } from './dto/publishing.dto.js';
import { PublishingService } from './publishing.service.js';
import { ReportDocuments } from './report-documents.service.js';

/** What becomes of conformance reports. */
@RequireModule('conformance')
@Resource('conformanceReports')
@Controller('v1/organizations/:orgId/products/:productSlug/conformance-reports/:reportNumber')
export class PublishingController {
  constructor(
    private readonly publishing: PublishingService,
    private readonly documents: ReportDocuments,
    private readonly reports: ConformanceReportsService,
    private readonly envelopes: ReportEnvelopes,
  ) {}

  @Get('problems')
  @Endpoint({
    summary: 'List the problems that prevent the publication of a draft, or a form of statement',
    description:
      'With `form`: the missing content for this form of statement, also for published reports. It prevents the statement, but not the publication.',
    access: 'member',
    place: 'rendering',
    reads: ConformanceReportsService,
    returns: ReportProblemList,
    refuses: { 400: ['statement_of_another_standard'] },
  })
  async listProblems(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentRecord() { report }: { report: ConformanceReport },
    @Query() { form }: ProblemsQuery,
  ): Promise<ReportProblemList> {
    if (form === undefined) return { problems: await this.publishing.problems(report) };
    const { document } = await this.documents.read(organization, product, report);
    if (!STATEMENTS[form].isFor(document.standard)) throw new StatementOfAnotherStandard(form);
    return { problems: statementProblems(form, document).map(statementProblem) };
  }

  @Get('document')
  @Endpoint({
    summary: 'Read the published document, byte for byte',
    description: 'Canonical JSON (RFC 8785); `sha256` of the report is the hash of these bytes.',
    access: 'member',
    place: 'rendering',
    reads: ConformanceReportsService,
    produces: 'application/json',
    refuses: { 409: ['report_draft'] },
  })
  async readDocument(
    @CurrentRecord() { report }: { report: ConformanceReport },
    @Res() response: Response,
  ): Promise<void> {
    const { text } = await this.documents.frozen(report);
    response.set('Content-Type', 'application/json; charset=utf-8').send(Buffer.from(text));
  }

  @Post('publish')
  @HttpCode(200)
  @Endpoint({
    summary: 'Publish a draft',
    description:
      'Its content is frozen and gets a public URL. A revision replaces the published report and its other revisions, and takes over their URL.',
    guarded: true,
    access: 'admin',
    returns: ConformanceReportEnvelope,
    answersSecret: true,
    refuses: { 409: ['report_incomplete', 'report_published', 'product_archived', 'secret_key_missing'] },
  })
  publish(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
  ): Promise<ConformanceReportEnvelope> {
    return this.changed(product, number, caller, this.publishing.publish(organization, product, number));
  }

  @Post('withdraw')
  @HttpCode(200)
  @Endpoint({
    summary: 'Withdraw a published report',
    description: 'It remains readable, marked as withdrawn. Withdrawing it again changes nothing.',
    guarded: true,
    access: 'admin',
    returns: ConformanceReportEnvelope,
    answersSecret: true,
    refuses: { 409: ['report_draft'] },
  })
  withdraw(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
  ): Promise<ConformanceReportEnvelope> {
    return this.changed(product, number, caller, this.publishing.withdraw(product, number));
  }

  @Post('review')
  @HttpCode(200)
  @Endpoint({
    summary: 'Confirm that a published report is still valid',
    description: 'The European Decision on accessibility statements requires a yearly review.',
    guarded: true,
    access: 'admin',
    returns: ConformanceReportEnvelope,
    answersSecret: true,
    refuses: { 409: ['report_draft'] },
  })
  review(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
  ): Promise<ConformanceReportEnvelope> {
    return this.changed(product, number, caller, this.publishing.review(product, number));
  }

  @Post('revise')
  @Endpoint({
    summary: 'Create a revision of a published report as a draft',
    access: 'admin',
    returns: ConformanceReportEnvelope,
    answersSecret: true,
    created: ({ conformanceReport }: ConformanceReportEnvelope) => `../../${conformanceReport.number}`,
    refuses: { 409: ['report_draft', 'product_archived'] },
  })
  async revise(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
  ): Promise<ConformanceReportEnvelope> {
    return this.envelopes.of(await this.publishing.revise(product, number), caller);
  }

  @Post('public-token')
  @HttpCode(200)
  @Endpoint({
    summary: 'Replace the public URL of a report',
    description: 'The former URL stops working.',
    access: 'admin',
    returns: PublicTokenEnvelope,
    answersSecret: true,
    refuses: { 409: ['report_draft', 'report_superseded', 'product_archived', 'secret_key_missing'] },
  })
  async renewToken(
    @CurrentProduct() product: Product,
    @Param('reportNumber', RecordNumber) number: number,
  ): Promise<PublicTokenEnvelope> {
    return { publicToken: await this.publishing.renewToken(product, number) };
  }

  @Delete('public-token')
  @Endpoint({
    summary: 'Remove the public URL of a report',
    guarded: true,
    access: 'admin',
    refuses: { 409: ['report_draft'] },
  })
  async removeToken(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('reportNumber', RecordNumber) number: number,
  ): Promise<void> {
    await this.changed(product, number, caller, this.publishing.removeToken(product, number));
  }

  private changed(
    product: Product,
    number: number,
    caller: Principal,
    change: Promise<ConformanceReport>,
  ): Promise<ConformanceReportEnvelope> {
    return withCurrentOnConflict(
      change.then((report) => this.envelopes.of(report, caller)),
      async () => this.envelopes.of(await this.reports.read(product, number), caller),
    );
  }
}
