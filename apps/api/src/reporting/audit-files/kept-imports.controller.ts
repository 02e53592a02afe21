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
    summary: 'List the imports into audits of a product, newest first',
    access: 'member',
    returns: KeptImportPage,
  })
  async listImports(@CurrentProduct() product: Product, @Query() query: ListImportsQuery): Promise<KeptImportPage> {
    const page = await this.imports.list(product, query);
    return { imports: page.items.map(KeptImportDto.from), pagination: Pagination.of(page) };
  }

  @Post()
  @Endpoint({
    summary: 'Import outcomes into an audit, or into a new one, with a background job',
    description:
      'The whole file is checked first, and each fault names its position in it; then a background job writes the outcomes. Existing decisions are kept. If the job fails, its changes are reversed. An organization can run one import at a time. A `mapping` is stored for its headings.',
    access: 'member',
    upload: {
      bytes: MOST_BYTES,
      fields: BeginImportUpload,
      description: 'At most 50,000 outcomes; 5 MiB of CSV or JSON, 20 MiB for a spreadsheet.',
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
    summary: 'Preview the import of a file into an audit',
    description: 'Nothing is stored. Faults of the file are in `faults`.',
    access: 'member',
    upload: {
      bytes: MOST_BYTES,
      fields: BeginImportUpload,
      description: 'At most 50,000 outcomes; 5 MiB of CSV or JSON, 20 MiB for a spreadsheet.',
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
    summary: 'Cancel an import and reverse its changes',
    description: 'Only for its author and admins.',
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
    summary: 'Reverse an import',
    description:
      'Within 30 days, by its author or an admin. Outcomes get their earlier values, and added entries and issues are deleted; those changed or used since are kept, and listed.',
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
