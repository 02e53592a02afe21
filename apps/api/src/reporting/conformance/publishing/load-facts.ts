import { query } from '#libs/database';
import { type EntityManager, In } from 'typeorm';
import { Audit } from '../../../records/audits/audit.entity.js';
import { Product } from '../../../products/products/product.entity.js';
import { productOf } from '../../../products/products/product-key.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { auditIdsOf, standardsOf } from '../reports/several-standards.js';
import { loadStandard } from '../standard/report-standard.js';
import { evidenceDates } from '../verdicts/evidence.js';
import { readVerdicts } from '../verdicts/read-verdicts.js';
import { loadAuditedOutcomes } from './audited-outcomes.js';
import type { CoveredStandard } from './audits-of-standards.js';
import { issuesAgainst } from './linked-issues.js';
import { UNTRIAGED } from './untriaged.sql.js';

/** What a draft rests on, as it is now; as many statements for each standard, whatever else there is. */
export async function loadContent(tx: EntityManager, report: ConformanceReport, now: Date) {
  const verdicts = await readVerdicts(tx, report);
  const rests = {
    now,
    product: await tx.findOneByOrFail(Product, { organizationId: report.organizationId, id: report.productId }),
    standards: await loadStandards(tx, report),
    audits: await loadAudits(tx, report),
  };
  return {
    ...rests,
    report,
    verdicts,
    outcomes: await loadAuditedOutcomes(tx, rests),
    evidence: await evidenceDates(
      tx,
      productOf(report),
      verdicts.flatMap(({ evidence }) => evidence),
    ),
  };
}
export type ReportContent = Awaited<ReturnType<typeof loadContent>>;

/** Those of all standards, in the order of the document. */
export const requirementIdsOf = (standards: readonly CoveredStandard[]): string[] =>
  standards.flatMap(({ standard }) => standard.requirements.map(({ id }) => id));

/** Those that are still there. */
async function loadStandards(tx: EntityManager, report: ConformanceReport): Promise<CoveredStandard[]> {
  const covered: CoveredStandard[] = [];
  for (const { standardId, conformanceLevelId } of standardsOf(report)) {
    const standard = await loadStandard(tx, standardId);
    if (standard) covered.push({ standard, conformanceLevelId });
  }
  return covered;
}

/** The audits that a report names, those that are still there, in their order. */
export async function loadAudits(tx: EntityManager, report: ConformanceReport): Promise<Audit[]> {
  const ids = auditIdsOf(report);
  if (ids.length === 0) return [];
  const audits = await tx.findBy(Audit, { organizationId: report.organizationId, id: In(ids) });
  return audits.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** The same with all else that decides whether it may be published. */
export async function loadReportFacts(tx: EntityManager, report: ConformanceReport, now: Date) {
  const content = await loadContent(tx, report, now);
  const judged = content.verdicts.map(({ requirementId, statedAt }) => ({ requirementId, statedAt }));
  const issues = await issuesAgainst(tx, report, judged);
  const untriaged = new Set<string>();
  for (const { standard } of content.standards) {
    const failed = await query(tx, UNTRIAGED, [report.organizationId, report.productId, standard.id, now]);
    for (const { requirementId } of failed) untriaged.add(requirementId);
  }
  return { ...content, issues, untriaged };
}
