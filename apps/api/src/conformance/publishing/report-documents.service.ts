import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { grouped } from '../../lists/grouped.js';
import { withLegalDisclaimer } from '../../organizations/legal-disclaimer.js';
import type { Organization } from '../../organizations/organization.entity.js';
import type { Product } from '../../products/product.entity.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { isContradictedByIssues } from '../contradicted.js';
import { ReportDraft } from '../errors.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { ConformanceVerdict } from '../verdicts/conformance-verdict.entity.js';
import { readVerdicts } from '../verdicts/read-verdicts.js';
import { buildConformanceDocument } from './build-document.js';
import { type Claim, knownSince } from './linked-issues.js';
import { loadContent } from './load-facts.js';
import { isUnderReview, publicStateOf, type PublishedDates } from './public-state.js';
import { FROZEN_DOCUMENT } from './publishing.sql.js';

/** A document as it was frozen. */
export interface FrozenDocument {
  /** The very bytes whose SHA-256 the report has. */
  text: string;
  document: ConformanceDocument;
  /** Those of the requirements of the document, in its order. */
  requirementIds: string[];
}

/** A claim, with the number of its requirement in the document. */
export interface NumberedClaim extends Claim {
  requirement: string;
}

/** Who stated a verdict and when, which members see beside the document. */
export interface StatedVerdict {
  /** The place of the requirement in the document. */
  requirement: number;
  component: string;
  /** Null: stated with an API key. */
  statedBy: string | null;
  statedAt: Date;
}

/** Reads what reports say: what was frozen, and of drafts what would be now. */
@Injectable()
export class ReportDocuments {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * What was frozen when the report was published.
   * @throws ReportDraft
   */
  async frozen(report: Pick<ConformanceReport, 'organizationId' | 'id'>): Promise<FrozenDocument> {
    const [row] = await query(this.database, FROZEN_DOCUMENT, [report.organizationId, report.id]);
    if (!row) throw new ReportDraft();
    return { ...row, document: JSON.parse(row.text) as ConformanceDocument };
  }

  /** What a report says: as it was frozen, or of a draft as it is now; what is true of it today (null: a draft), and who stated it. */
  async read(
    organization: Organization,
    product: Product,
    report: ConformanceReport,
  ): Promise<{ document: ConformanceDocument; state: PublicState | null; stated: StatedVerdict[] }> {
    if (report.status !== 'draft') {
      const frozen = await this.frozen(report);
      const verdicts = await readVerdicts(this.database.manager, report);
      return {
        document: frozen.document,
        state: stateWith(report, product, await this.knownOf(report, claimsOf(frozen, verdicts))),
        stated: statedOf(verdicts, frozen.requirementIds),
      };
    }
    const content = await loadContent(this.database.manager, report);
    const requirementIds = content.standard?.requirements.map(({ id }) => id) ?? [];
    return {
      document: buildConformanceDocument({
        ...content,
        organization: await withLegalDisclaimer(this.database, organization),
      }),
      state: null,
      stated: statedOf(content.verdicts, requirementIds),
    };
  }

  /** What a published report claims: it never changes. */
  async readClaims(report: Parameters<typeof readVerdicts>[1]): Promise<NumberedClaim[]> {
    const [frozen, verdicts] = await Promise.all([this.frozen(report), readVerdicts(this.database.manager, report)]);
    return claimsOf(frozen, verdicts);
  }

  /** What issues say against the claims of a published report, in their order. */
  async knownOf(report: PublishedReference, claims: readonly NumberedClaim[]): Promise<KnownOfReport> {
    const known = await knownSince(this.database.manager, report, claims);
    const numbers = new Map(claims.map(({ requirementId, requirement }) => [requirementId, requirement]));
    const places = new Map([...numbers.keys()].map((id, place) => [id, place]));
    const reportedSince = known
      .toSorted((a, b) => places.get(a.requirementId)! - places.get(b.requirementId)!)
      .map(({ requirementId, openedAt, endedAt, wasClosed, reason, reasonedAt }) => ({
        requirement: numbers.get(requirementId)!,
        openedAt: openedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        wasClosed,
        reason: reason === null ? null : { text: reason, since: reasonedAt!.toISOString() },
      }));
    return { reportedSince, barriers: known[0]?.barriers ?? 0, severeSince: known[0]?.severeSince ?? null };
  }
}

type PublishedReference = PublishedDates &
  Pick<ConformanceReport, 'organizationId' | 'productId' | 'id' | 'standardId'>;

/** What issues say against a report; what of it matters changes with the day alone. */
export interface KnownOfReport extends Pick<PublicState, 'reportedSince' | 'barriers'> {
  /** Since when a severe one contradicts it; null: none does. */
  severeSince: Date | null;
}

/** What is true of a published report now. */
export function stateWith(
  report: PublishedDates,
  { archivedAt }: Pick<Product, 'archivedAt'>,
  { reportedSince, barriers, severeSince }: KnownOfReport,
): PublicState {
  const now = new Date();
  return {
    ...publicStateOf(report, now),
    archivedProduct: archivedAt !== null,
    reportedSince,
    barriers,
    underReview: isUnderReview(severeSince, report, now),
  };
}

/** In the order of the document. */
function claimsOf(
  { document, requirementIds }: FrozenDocument,
  verdicts: readonly Pick<ConformanceVerdict, 'requirementId' | 'verdict' | 'statedAt'>[],
): NumberedClaim[] {
  const saidOf = grouped(verdicts, ({ requirementId }) => requirementId);
  return document.requirements.flatMap(({ number }, index) => {
    const said = saidOf.get(requirementIds[index]!) ?? [];
    return said
      .filter((one) => isContradictedByIssues(one, said))
      .map(({ requirementId, statedAt, verdict }) => ({
        requirementId,
        requirement: number,
        statedAt,
        supports: verdict === 'supports',
      }));
  });
}

const statedOf = (
  verdicts: readonly { requirementId: string; component: string; statedByName: string | null; statedAt: Date }[],
  requirementIds: readonly string[],
): StatedVerdict[] =>
  verdicts.map(({ requirementId, component, statedByName: statedBy, statedAt }) => ({
    requirement: requirementIds.indexOf(requirementId),
    component,
    statedBy,
    statedAt,
  }));
