import { Body, Controller, Delete, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentPrincipal, CurrentProduct, type Principal } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { RecordId } from '../../platform/http/record-number.pipe.js';
import { UploadedFile } from '../../platform/http/upload.interceptor.js';
import type { FileOnDisk } from '../../platform/http/upload.js';
import { Pagination } from '../../platform/lists/pagination.js';
import { Product } from '../../products/products/product.entity.js';
import {
  EvidenceFileDto,
  EvidenceEnvelope,
  EvidencePage,
  EvidenceUpload,
  ListEvidenceQuery,
} from './dto/evidence.dto.js';
import { EvidenceFiles } from './evidence-files.service.js';
import { EvidenceService } from './evidence.service.js';
import { EVIDENCE_LIMIT, MEDIA_TYPES } from './media-kind.js';
import { sendEvidence } from './send-evidence.js';

/** Files that show what records of a product say. */
@RequireModule('products')
@Resource('evidence')
@Controller('v1/organizations/:orgId/products/:productSlug/evidence')
export class EvidenceController {
  constructor(
    private readonly evidence: EvidenceService,
    private readonly files: EvidenceFiles,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List the evidence of a product, newest first',
    description: 'With `id`, the files named in `evidenceIds` of records.',
    access: 'member',
    returns: EvidencePage,
  })
  async list(@CurrentProduct() product: Product, @Query() query: ListEvidenceQuery): Promise<EvidencePage> {
    const page = await this.evidence.list(product, query);
    return { evidence: page.items.map(EvidenceFileDto.from), pagination: Pagination.of(page) };
  }

  @Post()
  @Endpoint({
    summary: 'Upload an evidence file',
    description:
      'PNG, JPEG, WebP or GIF without animation up to 10 MiB, MP4 or WebM up to 50, PDF, text or HTML up to 20. The type is determined from the content, not the name. Images are re-encoded without metadata. Files not attached to a record are deleted after one day.',
    access: 'member',
    upload: { bytes: EVIDENCE_LIMIT, fields: EvidenceUpload, description: 'The file.' },
    returns: EvidenceEnvelope,
    created: ({ evidence }: EvidenceEnvelope) => evidence.id,
    refuses: { 400: ['picture_undecodable', 'picture_animated'], 409: ['product_archived', 'limit_reached'] },
  })
  async upload(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @UploadedFile() file: FileOnDisk,
    @Body() body: EvidenceUpload,
  ): Promise<EvidenceEnvelope> {
    return { evidence: EvidenceFileDto.from(await this.evidence.upload(product, caller, file, body)) };
  }

  @Get(':evidenceId')
  @Endpoint({
    summary: 'Read a file',
    description:
      '`Range` requests a part of it. Images and videos can be displayed inline; all other files are served as downloads.',
    access: 'member',
    produces: MEDIA_TYPES,
    parts: true,
  })
  async read(
    @CurrentProduct() product: Product,
    @Param('evidenceId', RecordId) id: string,
    @Headers('range') range: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    await sendEvidence(this.files, await this.evidence.read(product, id), range, response);
  }

  @Delete(':evidenceId')
  @Endpoint({
    summary: 'Delete an evidence file: your own, or as an admin any file',
    description: 'The file is also removed from its records.',
    access: 'member',
    refuses: { 403: ['role_too_low'], 409: ['product_archived', 'evidence_in_use'] },
  })
  async delete(
    @CurrentProduct() product: Product,
    @CurrentPrincipal() caller: Principal,
    @Param('evidenceId', RecordId) id: string,
  ): Promise<void> {
    await this.evidence.delete(product, caller, id);
  }
}
