import { Controller, Get, Query, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import { AuditsService, type CountedAudit } from '../../records/audits/audits.service.js';
import { PAGE_POLICY } from '../conformance/exports/html-skeleton.js';
import { EvidenceFiles } from '../../records/evidence/evidence-files.service.js';
import { CurrentOrganization, CurrentProduct, CurrentRecord } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { Streamed } from '../../platform/http/streamed.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Threads } from '../../platform/places/threads.service.js';
import { Product } from '../../products/products/product.entity.js';
import { loadAuditFile } from './audit-file.js';
import { AUDIT_FORMATS, auditFormat } from './audit-formats.js';
import { AuditExportQuery } from './dto/audit-export.dto.js';
import { AuditExportNotAvailable } from './errors.js';

/** Audits in the forms that others read. */
@RequireModule('audits')
@Resource('audits')
@Controller('v1/organizations/:orgId/products/:productSlug/audits/:auditNumber/export')
export class AuditExportsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly threads: Threads,
    private readonly evidence: EvidenceFiles,
  ) {}

  @Get()
  @Endpoint({
    summary: 'Export an audit with its sample and its outcomes',
    description:
      'Content that the format cannot represent is listed in the file. Notes and names never become formulas.',
    access: 'member',
    place: 'rendering',
    reads: AuditsService,
    produces: [...new Set(Object.values(AUDIT_FORMATS).map(({ type }) => type))],
    refuses: { 409: ['export_not_available', 'export_too_large'] },
  })
  async exportAudit(
    @CurrentOrganization() organization: Organization,
    @CurrentProduct() product: Product,
    @CurrentRecord() { audit }: CountedAudit,
    @Query() { format, language }: AuditExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { type, ending, applies, write } = auditFormat(format);
    // One snapshot for all that the file tells.
    const file = await this.database.transaction('REPEATABLE READ', (tx) =>
      loadAuditFile(tx, organization, product, audit),
    );
    if (applies && !applies(file)) throw new AuditExportNotAvailable(format);
    const written = await write(file, {
      threads: this.threads,
      openEvidence: (id) => this.evidence.open(id),
      language,
    });
    response
      .set('Content-Type', type)
      .set('Content-Disposition', `attachment; filename="${product.slug}-audit-${audit.number}.${ending}"`);
    if (typeof written === 'string') response.send(written);
    else if (written instanceof Uint8Array) response.send(Buffer.from(written));
    else {
      response.set('Content-Security-Policy', `${PAGE_POLICY}; img-src data:`).type('text/html; charset=utf-8');
      // Its pictures are read as it is sent: who reads slowly keeps no place from others.
      void new Streamed({}, written).sendTo(response);
    }
  }
}
