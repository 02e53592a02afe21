import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { mapInSlices, pauseBefore } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { grouped } from '../../../platform/lists/grouped.js';
import { withLegalDisclaimer } from '../../../accounts/organizations/legal-disclaimer.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';
import type { Product } from '../../../products/products/product.entity.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { isContradictedByIssues } from '../contradicted.js';
import { eachStandard } from '../each-standard.js';
import { ReportDraft } from '../errors.js';
import type { PageOutcomes } from '../page-outcomes.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { ReportOfVerdicts } from '../verdicts/read-verdicts.js';
import { CLAIMS_OF_REPORT, type StatedClaim } from '../verdicts/verdicts.sql.js';
import { buildConformanceDocument } from './build-document.js';
import { type Claim, knownSince, type PublishedReport, unlinkedIssues } from './linked-issues.js';
import { loadPageOutcomes } from './load-page-outcomes.js';
import { loadContent, requirementIdsOf } from './load-facts.js';
import { isUnderReview, publicStateOf, type PublishedDates } from './public-state.js';
import { FROZEN_DOCUMENT, FROZEN_PAGES } from './publishing.sql.js';

/** A document as it was frozen. */
export interface FrozenDocument {
  /** The very bytes whose SHA-256 the report has. */
  text: string;
  document: ConformanceDocument;
  /** Those of the requirements of the document, in its order. */
  requirementIds: string[];
}

/** A claim, with the number of its requirement in the document, and the place of its standard, from 0. */
export interface NumberedClaim extends Claim {
  requirement: string;
  standard: number;
}

/** Who stated a verdict and when, which members see beside the document. */
export interface StatedVerdict {
  /** The place of the requirement in the document, over all of its standards. */
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
    await pauseBefore(row.text);
    const document = JSON.parse(row.text) as ConformanceDocument;
    await pauseBefore(row.text);
    return { ...row, document };
  }

  /**
   * What a report says: as it was frozen, or of a draft as it is now; what is true of it today (null: a draft), and who
   * stated it.
   */
  async read(
    organization: Organization,
    product: Product,
    report: ConformanceReport,
  ): Promise<{ document: ConformanceDocument; state: PublicState | null; stated: StatedVerdict[] }> {
    if (report.status !== 'draft') {
      const [frozen, verdicts] = await this.frozenWithVerdicts(report);
      const known = await this.knownOf(report, await claimsOf(frozen, verdicts));
      return {
        document: frozen.document,
        state: stateWith(report, product, known),
        stated: statedOf(verdicts, frozen.requirementIds),
      };
    }
    const content = await loadContent(this.database.manager, report, clock.now());
    return {
      document: buildConformanceDocument({
        ...content,
        organization: await withLegalDisclaimer(this.database, organization),
      }),
      state: null,
      stated: statedOf(content.verdicts, requirementIdsOf(content.standards)),
    };
  }

  /** What its audits found on the pages of their samples: when it was published, or of a draft now. */
  async pages(report: ConformanceReport): Promise<PageOutcomes[]> {
    if (report.status === 'draft') {
      const content = await loadContent(this.database.manager, report, clock.now());
      return loadPageOutcomes(this.database.manager, content);
    }
    const [row] = await query(this.database, FROZEN_PAGES, [report.organizationId, report.id]);
    return row?.pages ? (JSON.parse(row.pages) as PageOutcomes[]) : [];
  }

  /** What a published report claims: it never changes. */
  async readClaims(report: ReportOfVerdicts): Promise<NumberedClaim[]> {
    return claimsOf(...(await this.frozenWithVerdicts(report)));
  }

  private async frozenWithVerdicts(report: ReportOfVerdicts): Promise<[FrozenDocument, StatedClaim[]]> {
    const frozen = await this.frozen(report);
    return [frozen, await query(this.database, CLAIMS_OF_REPORT, [report.organizationId, report.id])];
  }

  /** What issues say against the claims of a published report, in their order. */
  async knownOf(report: PublishedReference, claims: readonly NumberedClaim[]): Promise<KnownOfReport> {
    const { manager } = this.database;
    const [known, unlinked] = await Promise.all([knownSince(manager, report, claims), unlinkedIssues(manager, report)]);
    const claimOf = new Map(claims.map((claim) => [claim.requirementId, claim]));
    const places = new Map([...claimOf.keys()].map((id, place) => [id, place]));
    const reportedSince = known
      .toSorted((a, b) => places.get(a.requirementId)! - places.get(b.requirementId)!)
      .map(({ requirementId, openedAt, endedAt, wasClosed, reason, reasonedAt }) => ({
        requirement: claimOf.get(requirementId)!.requirement,
        ...standardOf(claimOf.get(requirementId)!),
        openedAt: openedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        wasClosed,
        reason: reason === null ? null : { text: reason, since: reasonedAt!.toISOString() },
      }));
    const { barriers = 0, barriersByStandard = {}, severeSince = null } = known[0] ?? {};
    return { reportedSince, barriers, barriersByStandard, severeSince, unlinked };
  }
}

type PublishedReference = PublishedDates & PublishedReport;

const standardOf = ({ standard }: NumberedClaim) => (standard === 0 ? {} : { standard });

/** What issues say against a report; what of it matters changes with the day alone. */
export interface KnownOfReport extends Pick<
  PublicState,
  'reportedSince' | 'barriers' | 'barriersByStandard' | 'unlinked'
> {
  /** Since when a severe one contradicts it; null: none does. */
  severeSince: Date | null;
}

/** What is true of a published report now. */
export function stateWith(
  report: PublishedDates,
  { archivedAt }: Pick<Product, 'archivedAt'>,
  { reportedSince, barriers, barriersByStandard, severeSince, unlinked }: KnownOfReport,
): PublicState {
  const now = clock.now();
  return {
    ...publicStateOf(report, now),
    archivedProduct: archivedAt !== null,
    reportedSince,
    barriers,
    unlinked,
    barriersByStandard,
    underReview: isUnderReview(severeSince, report, now),
  };
}

/** In the order of the document. */
async function claimsOf(
  { document, requirementIds }: FrozenDocument,
  verdicts: readonly StatedClaim[],
): Promise<NumberedClaim[]> {
  await pauseBefore(verdicts);
  const byRequirement = grouped(verdicts, ({ requirementId }) => requirementId);
  const requirements = eachStandard(document).flatMap(({ requirements }, standard) =>
    requirements.map(({ number: requirement }) => ({ requirement, standard })),
  );
  const claims = await mapInSlices(requirements, (numbered, index) => {
    const stated = byRequirement.get(requirementIds[index]!) ?? [];
    return stated
      .filter((one) => isContradictedByIssues(one, stated))
      .map(({ requirementId, statedAt, verdict }) => ({
        ...numbered,
        requirementId,
        statedAt,
        supports: verdict === 'supports',
      }));
  });
  await pauseBefore(claims);
  return claims.flat();
}

const statedOf = (
  verdicts: readonly Pick<StatedClaim, 'requirementId' | 'component' | 'statedByName' | 'statedAt'>[],
  requirementIds: readonly string[],
): StatedVerdict[] => {
  const places = new Map(requirementIds.map((id, place) => [id, place]));
  return verdicts.map(({ requirementId, component, statedByName: statedBy, statedAt }) => ({
    requirement: places.get(requirementId) ?? -1,
    component,
    statedBy,
    statedAt,
  }));
};
