import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Organization } from '../../organizations/organization.entity.js';
import { productOf } from '../../products/product-key.js';
import type { Product } from '../../products/product.entity.js';
import type { ConformanceDocument, PublicState } from '../conformance-document.js';
import { ReportDraft } from '../errors.js';
import { ConformanceReport } from '../reports/conformance-report.entity.js';
import { readVerdicts } from '../verdicts/read-verdicts.js';
import { buildDocument } from './build-document.js';
import { reportedSince } from './linked-issues.js';
import { placeOf } from './public-tokens.js';
import { publicStateOf } from './public-state.js';
import { loadContent } from './report-facts.js';

/** A document as it was frozen. */
export interface FrozenDocument {
  /** The very bytes whose SHA-256 the report has. */
  text: string;
  document: ConformanceDocument;
  /** Those of the requirements of the document, in its order. */
  requirementIds: string[];
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

  /** The report that a public address leads to; undefined where it leads nowhere. */
  async byToken(token: string): Promise<ConformanceReport | undefined> {
    const place = await placeOf(this.database.manager, token);
    return (place && (await this.database.manager.findOneBy(ConformanceReport, { ...place }))) ?? undefined;
  }

  /**
   * What was frozen when the report was published.
   * @throws ReportDraft
   */
  async frozen(report: ConformanceReport): Promise<FrozenDocument> {
    const [found] = await this.database.query<[{ text: string; requirementIds: string[] }?]>(
      `SELECT document AS text, requirement_ids AS "requirementIds" FROM conformance_documents WHERE organization_id = $1 AND report_id = $2`,
      [report.organizationId, report.id],
    );
    if (!found) throw new ReportDraft();
    return { ...found, document: JSON.parse(found.text) as ConformanceDocument };
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
        state: await this.stateOf(report, product, frozen),
        stated: statedOf(verdicts, frozen.requirementIds),
      };
    }
    const content = await loadContent(this.database.manager, report);
    const requirementIds = content.standard?.requirements.map(({ id }) => id) ?? [];
    return {
      document: buildDocument({ ...content, organization, product }),
      state: null,
      stated: statedOf(content.verdicts, requirementIds),
    };
  }

  /** What is true of a published report today. */
  async stateOf(
    report: ConformanceReport,
    product: Pick<Product, 'archivedAt'>,
    { document, requirementIds }: FrozenDocument,
    now = new Date(),
  ): Promise<PublicState> {
    const { manager } = this.database;
    const place = new Map(requirementIds.map((id, index) => [id, index]));
    const judged = (await readVerdicts(manager, report)).flatMap(({ requirementId, verdict, statedAt }) => {
      const requirement = document.requirements[place.get(requirementId) ?? -1];
      const isClaimed = verdict === 'supports' || verdict === 'not_applicable';
      return requirement && isClaimed
        ? [{ requirementId, statedAt, wcag: requirement.wcag ? [requirement.wcag] : [] }]
        : [];
    });
    const scope = { product: productOf(report), standardId: report.standardId };
    const since = await reportedSince(manager, scope, judged);
    return {
      ...publicStateOf(report, now),
      archivedProduct: product.archivedAt !== null,
      reportedSince: since
        .toSorted((a, b) => place.get(a.requirementId)! - place.get(b.requirementId)!)
        .map(({ requirementId, openedAt, closedAt }) => ({
          requirement: document.requirements[place.get(requirementId)!]!.number,
          openedAt: openedAt.toISOString(),
          closedAt: closedAt?.toISOString() ?? null,
        })),
    };
  }
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
