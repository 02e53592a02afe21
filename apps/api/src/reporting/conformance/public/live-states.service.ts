import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#libs/dates';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { type KnownOfReport, ReportDocuments } from '../publishing/report-documents.service.js';
import { RecentlyUsed } from './recently-used.js';

/** What issues say against a published report, with a hash of its list. */
export interface LiveState extends KnownOfReport {
  hash: string;
}

/** Of how many requirements in all, some ten megabytes; and how old what another process has changed may be. */
const KEPT = { entries: 500, size: 50_000, ttlMs: MINUTE_MS };

type Report = Parameters<ReportDocuments['readClaims']>[0] & Parameters<ReportDocuments['knownOf']>[0];

/**
 * Keeps what issues say against published reports, made once for all who ask, until a change of the product's issues,
 * or for a minute.
 */
@Injectable()
export class LiveStates implements OnModuleInit {
  private readonly kept = new RecentlyUsed<LiveState>(KEPT, ({ reportedSince }) => reportedSince.length);
  /** By product: which change of it was the last that this process has made. */
  private readonly changes = new LRUCache<string, number>({ max: 10_000 });
  private lastChange = 0;

  constructor(
    private readonly documents: ReportDocuments,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.unitOfWork.onCommitted((productIds) => {
      for (const id of productIds) this.forget(id);
    });
  }

  /** Has what is said of the reports of a product looked up anew. */
  forget(productId: string): void {
    this.changes.set(productId, (this.lastChange += 1));
  }

  of(report: Report): Promise<LiveState> {
    const change = this.changes.get(report.productId) ?? 0;
    return this.kept.get(`${report.organizationId}/${report.id}/${change}`, async () => {
      const known = await this.documents.knownOf(report, await this.documents.readClaims(report));
      const hash = createHash('sha256').update(JSON.stringify(known.reportedSince)).digest('base64url');
      return { ...known, hash };
    });
  }
}
