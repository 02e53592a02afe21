import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audits/audit.entity.js';
import { keyOf } from '../../lists/key-of.js';
import { Product } from '../../products/product.entity.js';
import { productOf } from '../../products/product-key.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { loadStandard } from '../standard/report-standard.js';
import { evidenceDates } from '../verdicts/evidence.js';
import { readVerdicts } from '../verdicts/read-verdicts.js';
import { issuesAgainst } from './linked-issues.js';
import { UNTRIAGED } from './untriaged.sql.js';

/** What a draft rests on, as it is now; a fixed number of statements. */
export async function loadContent(tx: EntityManager, report: ConformanceReport) {
  const verdicts = await readVerdicts(tx, report);
  return {
    report,
    verdicts,
    product: await tx.findOneByOrFail(Product, { organizationId: report.organizationId, id: report.productId }),
    standard: await loadStandard(tx, report.standardId),
    audit: report.auditId === null ? null : await tx.findOneBy(Audit, keyOf({ ...report, id: report.auditId })),
    evidence: await evidenceDates(
      tx,
      productOf(report),
      verdicts.flatMap(({ evidence }) => evidence),
    ),
  };
}
export type ReportContent = Awaited<ReturnType<typeof loadContent>>;

/** The same with all else that decides whether it may be published. */
export async function loadReportFacts(tx: EntityManager, report: ConformanceReport, now: Date) {
  const content = await loadContent(tx, report);
  const judged = content.verdicts.map(({ requirementId, statedAt }) => ({ requirementId, statedAt }));
  const issues = await issuesAgainst(tx, { product: productOf(report), standardId: report.standardId }, judged);
  const untriaged = await query(tx, UNTRIAGED, [report.organizationId, report.productId, report.standardId, now]);
  return { ...content, issues, untriaged: new Set(untriaged.map(({ requirementId }) => requirementId)), now };
}
