import type { Audit } from '../../../records/audits/audit.entity.js';
import { grouped } from '../../../platform/lists/grouped.js';
import type { Applicant } from '../../../standards/catalogue/applies-to.js';
import { scopeOf } from '../../../standards/standards/in-scope.js';
import type { ConformanceDocument, DocumentVerdict } from '../conformance-document.js';
import { meanRateOf, type PageOutcomes } from '../page-outcomes.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { ReportRequirement } from '../standard/report-standard.js';
import type { ConformanceVerdict } from '../verdicts/conformance-verdict.entity.js';
import { type EvidenceDates, nameOf } from '../verdicts/evidence.js';
import { againstVerdict, type AuditedOutcomes } from './audited-outcomes.js';
import { type AuditedStandards, type AuditFacts, auditFor, type CoveredStandard } from './audits-of-standards.js';

/** What a document is made of. */
export interface DocumentParts extends AuditedStandards<AuditFacts & Pick<Audit, 'number' | 'untestedCount'>> {
  report: ConformanceReport;
  organization: { name: string; legalDisclaimer: string | null; timeZone: string };
  product: Applicant & { name: string };
  verdicts: readonly ConformanceVerdict[];
  evidence: EvidenceDates;
  outcomes: AuditedOutcomes;
  /** Absent: nothing is told that follows from it. */
  pages?: readonly PageOutcomes[];
  /** Absent: of a draft. */
  published?: { publishedAt: Date; validUntil: Date };
}

/** What a report says, as it leaves or would leave now. */
export function buildConformanceDocument(parts: DocumentParts): ConformanceDocument {
  const { report, organization, product, standards, published } = parts;
  const [first, ...further] = standards;
  const { standard, conformanceLevel, audit, groups, requirements } = ofStandard(parts, first ?? null, 0);
  return {
    schema: 1,
    number: report.number,
    title: report.title,
    language: report.language,
    organization: { name: organization.name },
    ...(organization.timeZone !== 'UTC' && { timeZone: organization.timeZone }),
    product: {
      name: product.name,
      version: report.productVersion,
      ...(report.productDescription !== null && { description: report.productDescription }),
      type: product.type,
      features: product.features,
    },
    standard,
    conformanceLevel,
    scope: report.scope,
    methods: report.methods,
    notes: report.notes,
    ...(report.untriagedReason !== null && { untriagedReason: report.untriagedReason }),
    ...againstOutcomes(parts),
    sample: report.sample,
    contact: report.contact,
    author: report.author,
    feedbackUrl: report.feedbackUrl,
    enforcement: report.enforcement,
    legislation: report.legislation,
    ...(report.country !== null && { country: report.country }),
    ...(report.serviceOperation !== null && { serviceOperation: report.serviceOperation }),
    ...(report.schemaUrl !== null && { schemaUrl: report.schemaUrl }),
    ...(report.actionPlanUrl !== null && { actionPlanUrl: report.actionPlanUrl }),
    technologies: report.technologies,
    testEnvironments: report.testEnvironments,
    tools: report.tools,
    preparedBy: report.preparedBy,
    audit,
    publishedAt: isoOf(published?.publishedAt),
    validUntil: isoOf(published?.validUntil),
    revisionOf: report.revisionOf,
    ...(organization.legalDisclaimer !== null && { legalDisclaimer: organization.legalDisclaimer }),
    groups,
    requirements,
    ...(further.length > 0 && {
      furtherStandards: further.map((covered, index) => ofStandard(parts, covered, index + 1)),
    }),
  };
}

/** The requirements whose verdicts its audits contradict, where the report says why it has them. */
function againstOutcomes({
  report,
  standards,
  verdicts,
  outcomes,
}: DocumentParts): Pick<ConformanceDocument, 'againstOutcomes'> {
  if (report.outcomesReason === null) return {};
  const byRequirement = grouped(verdicts, ({ requirementId }) => requirementId);
  const requirements = standards.flatMap(({ standard }) =>
    standard.requirements.filter(({ id }) => {
      const stated = byRequirement.get(id) ?? [];
      return stated.some((one) => againstVerdict(outcomes.get(id), one, stated) !== undefined);
    }),
  );
  if (requirements.length === 0) return {};
  return {
    againstOutcomes: { requirements: requirements.map(({ number }) => number), reason: report.outcomesReason },
  };
}

type OfStandard = NonNullable<ConformanceDocument['furtherStandards']>[number];

/** What a report says of one of its standards; null: of none. @param place of the standard in the report, from 0 */
function ofStandard(parts: DocumentParts, covered: CoveredStandard | null, place: number): OfStandard {
  const { product, verdicts, evidence } = parts;
  const standard = covered?.standard;
  const levels = standard?.levels ?? [];
  const levelName = (id: string | null): string | null => levels.find((level) => level.id === id)?.name ?? null;
  const groups = standard?.groups ?? [];
  const keyOf = (id: string | null): number | null => (id === null ? null : groups.findIndex((g) => g.id === id) + 1);
  const byRequirement = grouped(verdicts, ({ requirementId }) => requirementId);
  const requirement = (r: ReportRequirement) => {
    const { inScope, why } = scopeOf(standard!, covered!.conformanceLevelId, product, r);
    return {
      number: r.number,
      name: r.name,
      level: levelName(r.levelId),
      group: keyOf(r.groupId),
      wcag: r.wcag.length === 1 ? r.wcag[0]! : null,
      inScope,
      applies: why !== 'does_not_apply',
      verdicts: (byRequirement.get(r.id) ?? []).map((verdict) => documentVerdict(verdict, evidence)),
    };
  };
  const { audit } = auditFor(covered, parts);
  const ofPages = parts.pages?.find((one) => one.standard === place);
  const meanRate = standard?.catalogue === 'rgaa' && ofPages ? meanRateOf(ofPages) : null;
  return {
    standard: {
      name: standard?.name ?? '',
      version: standard?.version ?? null,
      catalogue: standard?.catalogue ?? null,
      cumulative: standard?.cumulative ?? false,
      levels: levels.map(({ name }) => name),
    },
    conformanceLevel: levelName(covered?.conformanceLevelId ?? null),
    audit: audit
      ? {
          number: audit.number,
          completedAt: isoOf(audit.completedAt),
          ...(meanRate && { meanRate }),
          ...(audit.status === 'completed' && audit.untestedCount > 0 && { untested: audit.untestedCount }),
        }
      : null,
    groups: groups.map(({ number, name, parentId }, index) => ({
      key: index + 1,
      number,
      name,
      parent: keyOf(parentId),
    })),
    requirements: (standard?.requirements ?? []).map(requirement),
  };
}

const documentVerdict = (stated: ConformanceVerdict, dates: EvidenceDates): DocumentVerdict => ({
  component: stated.component,
  verdict: stated.verdict,
  remarks: stated.remarks,
  reason: stated.reason,
  alternative: stated.alternative,
  ...(stated.plainDescription !== null && { plainDescription: stated.plainDescription }),
  ...(stated.burdenAssessment !== null && { burdenAssessment: stated.burdenAssessment }),
  evidence: stated.evidence.map((record) => ({
    kind: record.kind,
    number: record.number,
    date: isoOf(dates.get(nameOf(record))),
  })),
  fromGroup: stated.fromGroup,
});

const isoOf = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;
