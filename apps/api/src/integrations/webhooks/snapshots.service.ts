import { Settings } from '#libs/config';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { AuditsService } from '../../records/audits/audits.service.js';
import { AuditDto } from '../../records/audits/dto/audit.dto.js';
import { ConformanceReport } from '../../reporting/conformance/reports/conformance-report.entity.js';
import { ConformanceReportDto } from '../../reporting/conformance/reports/dto/conformance-report.dto.js';
import { FindingDto } from '../../findings/triage/dto/finding.dto.js';
import { findingsWithIds } from '../../findings/triage/listed-findings.js';
import { IssueDto } from '../../records/issues/dto/issue.dto.js';
import { IssuesService } from '../../records/issues/issues.service.js';
import { type Detail, loadDetailed } from '../../platform/lists/details.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Area } from '../../products/products/area.entity.js';
import { AreaDto } from '../../products/products/dto/area.dto.js';
import { ProductDto } from '../../products/products/dto/product.dto.js';
import { Product } from '../../products/products/product.entity.js';
import { RiskDto } from '../../records/risks/dto/risk.dto.js';
import { Risk } from '../../records/risks/risk.entity.js';
import { RISK_DETAILS } from '../../records/risks/risks.service.js';
import { TestActivityDto } from '../../records/test-activities/dto/test-activity.dto.js';
import { TestActivitiesService } from '../../records/test-activities/test-activities.service.js';
import type { SnapshotKind } from './message-types.js';
import type { Subject, Surroundings } from './messages.js';

/** A record as its list shows it, and where it stands below its product. */
interface Shown {
  record: { id: string; number?: number; title?: string | null };
  /** In the interface: `issues/3`. */
  path: string;
  /** In the console; absent: it has no view. */
  view?: string;
}

const GRADE: Detail<object | null> = {
  sql: 'SELECT c.grade FROM current_grades c WHERE c.organization_id = $1 AND c.product_id = record.id',
  read: (grade: object | null) => grade,
};

type Reader = (tx: EntityManager, organizationId: string, ids: readonly string[]) => Promise<Shown[]>;

/** Reads the records that messages speak of, as their lists show them, and where they are found. */
@Injectable()
export class Snapshots {
  private readonly readers: Record<SnapshotKind, Reader>;

  constructor(
    private readonly settings: Settings,
    issues: IssuesService,
    audits: AuditsService,
    activities: TestActivitiesService,
  ) {
    this.readers = {
      issue: async (...of) =>
        (await issues.withIds(...of)).map((shown) =>
          at(IssueDto.from(shown), `issues/${shown.issue.number}`, `issues/${shown.issue.number}`),
        ),
      audit: async (...of) =>
        (await audits.withIds(...of)).map(({ audit, issueCount }) =>
          at(AuditDto.from(audit, issueCount), `audits/${audit.number}`, `audits/${audit.number}`),
        ),
      test_activity: async (...of) =>
        (await activities.withIds(...of)).map(({ activity, areas, issueCount }) =>
          at(
            { ...TestActivityDto.from(activity, issueCount), areas },
            `test-activity/${activity.number}`,
            `activity/${activity.number}`,
          ),
        ),
      finding: async (...of) =>
        (await findingsWithIds(...of)).map((shown) =>
          at(FindingDto.from(shown), `findings/${shown.finding.id}`, `findings/${shown.finding.id}`),
        ),
      risk: async (tx, organizationId, id) =>
        (await loadDetailed(tx, ['risk', Risk], RISK_DETAILS, { organizationId, id })).map(
          ({ risk, areas, linkedIssue }) =>
            at(RiskDto.from(risk, areas, linkedIssue), `risks/${risk.number}`, `risks/${risk.number}`),
        ),
      conformance_report: async (tx, organizationId, ids) =>
        (await tx.findBy(ConformanceReport, { organizationId, id: In([...ids]) })).map((report) =>
          at(ConformanceReportDto.from(report), `conformance-reports/${report.number}`, `reports/${report.number}`),
        ),
      area: async (tx, organizationId, ids) =>
        (await tx.findBy(Area, { organizationId, id: In([...ids]) })).map((area) =>
          at(AreaDto.from(area), `areas/${area.slug}`),
        ),
      product: async (tx, organizationId, id) =>
        (await loadDetailed(tx, ['product', Product], { grade: GRADE }, { organizationId, id })).map(
          ({ product, grade }) => at(ProductDto.from(product, { isPinned: false, grade }), '', ''),
        ),
    };
  }

  /** What messages say beside their events: one statement for each kind of record, and two for where they are. */
  async surroundingsOf(
    tx: EntityManager,
    organizationId: string,
    subjects: readonly Subject[],
  ): Promise<(subject: Subject) => Surroundings> {
    const shown = new Map<string, Shown>();
    for (const [kind, read] of Object.entries(this.readers)) {
      const ids = [...new Set(subjects.flatMap((subject) => (subject.kind === kind ? (subject.id ?? []) : [])))];
      const found = ids.length > 0 ? await read(tx, organizationId, ids) : [];
      for (const one of found) shown.set(one.record.id, one);
    }
    const productOf = ({ productId, id }: Subject): string | null =>
      productId ?? (shown.get(id ?? '')?.record as { productId?: string } | undefined)?.productId ?? null;
    const productIds = [...new Set(subjects.flatMap((subject) => productOf(subject) ?? []))];
    const products = productIds.length > 0 ? await tx.findBy(Product, { organizationId, id: In(productIds) }) : [];
    const organization = await tx.findOneBy(Organization, { id: organizationId });
    return (subject) => {
      const one = subject.id === null ? undefined : shown.get(subject.id);
      const productId = productOf(subject);
      const product = products.find(({ id }) => id === productId);
      return {
        productId,
        productSlug: product?.slug ?? null,
        record: one?.record ?? null,
        ...this.addressesOf(organization, product, one),
      };
    };
  }

  private addressesOf(
    organization: Organization | null,
    product: Product | undefined,
    shown: Shown | undefined,
  ): { url: string | null; consoleUrl: string | null } {
    if (!organization || !product || !shown) return { url: null, consoleUrl: null };
    const { publicUrl, console: wanted } = this.settings;
    const below = (base: string, path: string): string => (path === '' ? base : `${base}/${path}`);
    const api = `${publicUrl}/v1/organizations/${organization.id}/products/${product.slug}`;
    const view = `${publicUrl}/o/${organization.slug}/p/${product.slug}`;
    const hasView = wanted !== 'off' && shown.view !== undefined;
    return { url: below(api, shown.path), consoleUrl: hasView ? below(view, shown.view!) : null };
  }
}

const at = <R extends Shown['record']>(record: R, path: string, view?: string): Shown => ({
  record,
  path,
  ...(view === undefined ? {} : { view }),
});
