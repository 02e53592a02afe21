import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PublicState } from '../conformance-document.js';
import { placeOf } from '../publishing/public-tokens.js';
import { type FrozenDocument, ReportDocuments, stateWith } from '../publishing/report-documents.service.js';
import { LiveStates } from './live-states.service.js';
import { PUBLICATION } from './published-reports.sql.js';

/** What a public address shows. */
export interface PublishedReport {
  /** Of the frozen document. */
  sha256: string;
  /** Of today. */
  state: PublicState;
  /** Differs where the state does, and is short. */
  stateHash: string;
  frozen: () => Promise<Pick<FrozenDocument, 'text' | 'document'>>;
}

/** Finds what public addresses lead to. */
@Injectable()
export class PublishedReports {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly documents: ReportDocuments,
    private readonly liveStates: LiveStates,
  ) {}

  /**
   * What the secret part of an address leads to.
   * @throws NotFound alike where it was never one, leads nowhere any more, or where the organization has turned the
   *   module off
   */
  async find(token: string): Promise<PublishedReport> {
    const place = await placeOf(this.database.manager, token);
    if (!place) throw new NotFound('report');
    const { organizationId, productId, number } = place;
    const [report] = await query(this.database, PUBLICATION, [organizationId, productId, number]);
    if (!report?.isOn) throw new NotFound('report');
    const known = await this.liveStates.of(report);
    const state = stateWith(report, report, known);
    return {
      sha256: report.sha256,
      state,
      stateHash: JSON.stringify({ ...state, reportedSince: known.hash }),
      frozen: () => this.documents.frozen(report),
    };
  }
}
