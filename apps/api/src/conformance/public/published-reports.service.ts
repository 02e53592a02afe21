import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PublicState } from '../conformance-document.js';
import type { PublishedDates } from '../publishing/public-state.js';
import { placeOf } from '../publishing/public-tokens.js';
import { type Claim, type FrozenDocument, ReportDocuments } from '../publishing/report-documents.service.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
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
  private readonly claims = new RecentlyUsed<Claim[]>(REMEMBERED, (claims) => claims.length);

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
    const [report] = await this.database.query<[StoredPublication?]>(
      `SELECT r.organization_id AS "organizationId", r.product_id AS "productId", r.id, r.status, r.standard_id AS "standardId", r.sha256,
         r.published_at AS "publishedAt", r.valid_until AS "validUntil", r.superseded_at AS "supersededAt",
         r.withdrawn_at AS "withdrawnAt", r.reviewed_at AS "reviewedAt", p.archived_at AS "archivedAt",
         'conformance' = ANY (o.enabled_modules) AS "isOn"
       FROM conformance_reports r
       JOIN products p ON p.organization_id = $1 AND p.id = r.product_id
       JOIN organizations o ON o.id = $1
       WHERE r.organization_id = $1 AND r.product_id = $2 AND r.number = $3`,
      [place.organizationId, place.productId, place.number],
    );
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

interface StoredPublication
  extends PublishedDates, Pick<ConformanceReport, 'organizationId' | 'productId' | 'id' | 'status' | 'standardId'> {
  sha256: string;
  archivedAt: Date | null;
  isOn: boolean;
}
