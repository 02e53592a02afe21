import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CurrentPrincipal, CurrentProduct, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordNumber } from '../../platform/http/record-number.pipe.js';
import { UploadedFile } from '../../platform/http/upload.interceptor.js';
import type { FileOnDisk } from '../../platform/http/upload.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { Product } from '../../products/products/product.entity.js';
import { MOST_BYTES } from './reading/audit-file-in-thread.js';
import { AuditImports } from './audit-imports.service.js';
import { AuditImportDto, AuditImportQuery, AuditImportUpload } from './dto/audit-import.dto.js';

/** Audits from the forms that others write. */
@RequireModule('audits')
@Resource('audits')
@Controller('v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/import')
export class AuditImportsController {
  constructor(
    private readonly imports: AuditImports,
    private readonly places: ResourcePlaces,
  ) {}

  @Post()
  @HttpCode(200)
  @Endpoint({
    summary: 'Import outcomes into an audit; all or none',
    description:
      'Pages that the sample has neither by name nor by address are added to it. Existing decisions are kept. Each fault names its position in the file.',
    access: 'member',
    upload: {
      bytes: MOST_BYTES,
      fields: AuditImportUpload,
      description: 'At most 10,000 outcomes, or 50,000 with a preview; larger files are imported by a background job.',
    },
    returns: AuditImportDto,
    refuses: { 409: ['audit_completed', 'limit_reached', 'product_archived', 'sample_full'] },
  })
  async importOutcomes(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('auditNumber', RecordNumber) number: number,
    @Query() { dryRun }: AuditImportQuery,
    @UploadedFile() file: FileOnDisk,
    @Body() body: AuditImportUpload,
  ): Promise<AuditImportDto> {
    // What uploads has its place once the file has arrived.
    return this.places.run('changes', () => this.imports.import(product, number, caller, file, { ...body, dryRun }));
  }
}
