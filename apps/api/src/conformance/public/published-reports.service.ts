import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PublicState } from '../conformance-document.js';
import { placeOf } from '../publishing/public-tokens.js';
import { type FrozenDocument, type NumberedClaim, ReportDocuments } from '../publishing/report-documents.service.js';
import { PUBLICATION } from './published-reports.sql.js';
import { RecentlyUsed } from './recently-used.js';

/** What a public address shows. */
export interface PublishedReport {
  /** Of the frozen document. */
  sha256: string;
  /** Of today. */
  state: PublicState;
  frozen: () => Promise<Pick<FrozenDocument, 'text' | 'document'>>;
}

/** How many verdicts are remembered, of how many reports: some ten megabytes. */
const REMEMBERED = { entries: 500, size: 30_000 };

/** Finds what public addresses lead to. */
@Injectable()
export class PublishedReports {
  // What was published never changes. All else is read each time.
  private readonly claims = new RecentlyUsed<NumberedClaim[]>(REMEMBERED, (claims) => claims.length);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly documents: ReportDocuments,
  ) {}

  /**
   * What the secret part of an address leads to.
   * @throws NotFound alike where it was never one, leads nowhere any more, or where the organization has turned the module off
   */
  async find(token: string): Promise<PublishedReport> {
    const place = await placeOf(this.database.manager, token);
    if (!place) throw new NotFound('report');
    const { organizationId, productId, number } = place;
    const [report] = await query(this.database, PUBLICATION, [organizationId, productId, number]);
    if (!report?.isOn) throw new NotFound('report');
    const claims = await this.claims.get(`${report.organizationId}/${report.id}`, () =>
      this.documents.readClaims(report),
    );
    return {
      sha256: report.sha256,
      state: await this.documents.stateOf(report, report, claims),
      frozen: () => this.documents.frozen(report),
    };
  }
}
