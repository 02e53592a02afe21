import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { ReportDocuments } from '../publishing/report-documents.service.js';

/** What a public address shows. */
export interface PublishedReport {
  /** The very bytes of the hash. */
  text: string;
  document: ConformanceDocument;
  sha256: string;
  state: PublicState;
}

/** Finds what public addresses lead to. */
@Injectable()
export class PublishedReports {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly documents: ReportDocuments,
  ) {}

  /**
   * What the secret part of an address leads to.
   * @throws NotFound alike where it was never one, leads nowhere any more, or where the organization has turned the module off
   */
  async find(token: string): Promise<PublishedReport> {
    const report = await this.documents.byToken(token);
    if (!report) throw new NotFound('report');
    const [[product], frozen] = await Promise.all([
      this.database.query<[{ archivedAt: Date | null; isOn: boolean }?]>(
        `SELECT p.archived_at AS "archivedAt", 'conformance' = ANY (o.enabled_modules) AS "isOn"
         FROM products p JOIN organizations o ON o.id = p.organization_id WHERE p.organization_id = $1 AND p.id = $2`,
        [report.organizationId, report.productId],
      ),
      this.documents.frozen(report),
    ]);
    if (!product?.isOn) throw new NotFound('report');
    const { text, document } = frozen;
    return { text, document, sha256: report.sha256!, state: await this.documents.stateOf(report, product, frozen) };
  }
}
