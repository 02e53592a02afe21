import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CurrentOrganization, CurrentPrincipal, CurrentProduct, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { requireModule } from '../../platform/http/refusal.js';
import { UploadedFile } from '../../platform/http/upload.interceptor.js';
import type { FileOnDisk } from '../../platform/http/upload.js';
import { Pagination } from '../../platform/lists/pagination.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import {
  KeptImportDto,
  KeptImportEnvelope,
  KeptImportPage,
  ListImportsQuery,
  UndoneImport,
} from './dto/kept-import.dto.js';
import { BeginImportUpload, ImportPreviewDto } from './dto/audit-import.dto.js';
import { MOST_BYTES } from './reading/audit-file-in-thread.js';
import { ImportPreviews } from './import-previews.service.js';
import { RunningImports } from './running-imports.service.js';
import { KeptImports } from './kept-imports.service.js';

/** What was imported into the audits of a product. */
@RequireModule('audits')
@Resource('audits')
@Controller('v1/organizations/:orgId/products/:productSlug/imports')
export class KeptImportsController {
  constructor(
    private readonly imports: KeptImports,
    private readonly running: RunningImports,
    private readonly previews: ImportPreviews,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List what was imported into the audits of a product, the latest first',
    access: 'member',
    returns: KeptImportPage,
  })
  async listImports(@CurrentProduct() product: Product, @Query() query: ListImportsQuery): Promise<KeptImportPage> {
    const page = await this.imports.list(product, query);
    return { imports: page.items.map(KeptImportDto.from), pagination: Pagination.of(page) };
  }

  @Post()
  @Endpoint({
    summary: 'Import outcomes into an audit, or into a new one, by a job',
    description:
      'The file is judged whole, and each fault names its place in it; then a job writes the outcomes. What somebody has decided stays. Where the job cannot go on, what it has made is taken back. An organization imports one file at a time. A `mapping` is remembered for its headings.',
    access: 'member',
    upload: {
      bytes: MOST_BYTES,
      fields: BeginImportUpload,
      description: 'At most 50,000 outcomes; 5 MiB of CSV or JSON, 20 of a spreadsheet.',
    },
    returns: KeptImportEnvelope,
    accepted: ({ import: { id } }: KeptImportEnvelope) => id,
    refuses: {
      409: ['audit_completed', 'import_under_way', 'limit_reached', 'product_archived', 'sample_full'],
    },
  })
  async beginImport(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @UploadedFile() file: FileOnDisk,
    @Body() body: BeginImportUpload,
  ): Promise<KeptImportEnvelope> {
    if (body.createIssues) requireModule(organization.enabledModules, 'issues');
    return { import: KeptImportDto.from(await this.running.begin(product, caller, file, body)) };
  }

  @Post('preview')
  @HttpCode(200)
  @Endpoint({
    summary: 'Say how a file would be read, and what it would make of an audit',
    description: 'Nothing is kept. What is wrong with the file is in `faults`.',
    access: 'member',
    upload: {
      bytes: MOST_BYTES,
      fields: BeginImportUpload,
      description: 'At most 50,000 outcomes; 5 MiB of CSV or JSON, 20 of a spreadsheet.',
    },
    returns: ImportPreviewDto,
    refuses: { 409: ['audit_completed', 'limit_reached', 'product_archived', 'sample_full'] },
  })
  previewImport(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @UploadedFile() file: FileOnDisk,
    @Body() body: BeginImportUpload,
  ): Promise<ImportPreviewDto> {
    if (body.createIssues) requireModule(organization.enabledModules, 'issues');
    return this.previews.preview(product, file, body);
  }

  @Post(':importId/cancel')
  @HttpCode(200)
  @Endpoint({
    summary: 'End an import that is under way, and take back what it has made',
    description: 'By whoever made it or an admin.',
    access: 'member',
    returns: KeptImportEnvelope,
    refuses: { 403: ['role_too_low'], 409: ['import_ended'] },
  })
  async cancelImport(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('importId', RecordId) id: string,
  ): Promise<KeptImportEnvelope> {
    return { import: KeptImportDto.from(await this.running.cancel(product, caller, id)) };
  }

  @Get(':importId')
  @Endpoint({ summary: 'Read an import', access: 'member', returns: KeptImportEnvelope })
  async readImport(
    @CurrentProduct() product: Product,
    @Param('importId', RecordId) id: string,
  ): Promise<KeptImportEnvelope> {
    return { import: KeptImportDto.from(await this.imports.read(product, id)) };
  }

  @Post(':importId/undo')
  @HttpCode(200)
  @Endpoint({
    summary: 'Take an import back',
    description:
      'Within 30 days, by whoever made it or an admin. Outcomes say what they said before, and entries and issues that it added go; what somebody has changed or used since stays, and is named.',
    access: 'member',
    returns: UndoneImport,
    refuses: {
      403: ['role_too_low'],
      404: ['not_found'],
      409: ['import_under_way', 'import_undone', 'import_too_old', 'audit_completed', 'product_archived'],
    },
  })
  async undoImport(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('importId', RecordId) id: string,
  ): Promise<UndoneImport> {
    const { undone, what } = await this.imports.undo(product, caller, id);
    return UndoneImport.from(undone, what);
  }
}
