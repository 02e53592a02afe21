import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { AuditsService, type CountedAudit } from '../../../records/audits/audits.service.js';
import { CurrentProduct, CurrentRecord } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../../platform/http/endpoint.js';
import { withRevision } from '../../../platform/http/entity-tag.js';
import { RecordNumber } from '../../../platform/http/record-number.pipe.js';
import { Product } from '../../../products/products/product.entity.js';
import { withCurrentOnConflict } from '../../../platform/work/check-if-match.js';
import type { AuditEntry } from './audit-entry.js';
import {
  AddEntry,
  SampleEntryEnvelope,
  AuditSample,
  CopiedSample,
  CopySample,
  DeleteEntryQuery,
  DrawnSample,
  DrawSample,
  OrderSample,
  UpdateEntry,
} from './dto/sample.dto.js';
import { SampleService } from './sample.service.js';

const IN_PROGRESS = ['audit_completed', 'product_archived'];
/** Ten thousand addresses. */
const DRAW_BYTES = 1_048_576;

/** What an audit looks at. */
@RequireModule('audits')
@Resource('audits')
@Controller('v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/sample')
export class SampleController {
  constructor(private readonly samples: SampleService) {}

  @Get()
  @Endpoint({
    summary: 'List the sample of an audit',
    access: 'member',
    place: 'lists',
    reads: AuditsService,
    returns: AuditSample,
  })
  async listSample(@CurrentRecord() { audit }: CountedAudit): Promise<AuditSample> {
    return { sample: await this.samples.list(audit) };
  }

  @Post()
  @Endpoint({
    summary: 'Add an entry to the sample of an audit',
    access: 'member',
    returns: SampleEntryEnvelope,
    created: ({ entry }: SampleEntryEnvelope) => entry.number,
    refuses: { 409: [...IN_PROGRESS, 'sample_full', 'limit_reached'] },
  })
  async addEntry(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
    @Body() body: AddEntry,
  ): Promise<SampleEntryEnvelope> {
    return envelope(await this.samples.add(product, number, body));
  }

  @Patch()
  @Endpoint({
    summary: 'Reorder the sample of an audit',
    access: 'member',
    returns: AuditSample,
    refuses: { 409: IN_PROGRESS },
  })
  async orderSample(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
    @Body() { order }: OrderSample,
  ): Promise<AuditSample> {
    return { sample: await this.samples.order(product, number, order) };
  }

  @Post('draw')
  @HttpCode(200)
  @Endpoint({
    summary: 'Draw random entries',
    description:
      'Draws from the addresses of findings and audits of the product, and of the request, without those in the sample. The selection has the lowest SHA-256 of the seed, a line feed and the address, and can be reproduced by anyone.',
    access: 'member',
    returns: DrawnSample,
    bodyLimit: DRAW_BYTES,
    refuses: { 409: [...IN_PROGRESS, 'sample_full', 'limit_reached'] },
  })
  drawSample(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
    @Body() body: DrawSample,
  ): Promise<DrawnSample> {
    return this.samples.draw(product, number, body);
  }

  @Post('copy')
  @HttpCode(200)
  @Endpoint({
    summary: 'Copy the sample of another audit of the product',
    access: 'member',
    returns: CopiedSample,
    refuses: { 409: [...IN_PROGRESS, 'sample_full', 'limit_reached'] },
  })
  copySample(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
    @Body() { fromAudit }: CopySample,
  ): Promise<CopiedSample> {
    return this.samples.copy(product, number, fromAudit);
  }

  @Get(':entry')
  @Endpoint({ summary: 'Read an entry of the sample of an audit', access: 'member', returns: SampleEntryEnvelope })
  async readEntry(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
    @Param('entry', RecordNumber) entry: number,
  ): Promise<SampleEntryEnvelope> {
    return envelope(await this.samples.read(product, number, entry));
  }

  @Patch(':entry')
  @Endpoint({
    summary: 'Change an entry of the sample of an audit',
    guarded: true,
    access: 'member',
    returns: SampleEntryEnvelope,
    refuses: { 409: IN_PROGRESS },
  })
  updateEntry(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
    @Param('entry', RecordNumber) entry: number,
    @Body() body: UpdateEntry,
  ): Promise<SampleEntryEnvelope> {
    return withCurrentOnConflict(this.samples.update(product, number, entry, body).then(envelope), () =>
      this.present(product, number, entry),
    );
  }

  @Delete(':entry')
  @Endpoint({
    summary: 'Delete an entry of the sample of an audit',
    guarded: true,
    access: 'member',
    refuses: { 409: [...IN_PROGRESS, 'entry_has_outcomes'] },
  })
  async deleteEntry(
    @CurrentProduct() product: Product,
    @Param('auditNumber', RecordNumber) number: number,
    @Param('entry', RecordNumber) entry: number,
    @Query() { withOutcomes }: DeleteEntryQuery,
  ): Promise<void> {
    await withCurrentOnConflict(this.samples.delete(product, number, entry, withOutcomes), () =>
      this.present(product, number, entry),
    );
  }

  private async present(product: Product, number: number, entry: number): Promise<SampleEntryEnvelope> {
    return envelope(await this.samples.read(product, number, entry));
  }
}

const envelope = (entry: AuditEntry): SampleEntryEnvelope => withRevision({ entry }, entry);
