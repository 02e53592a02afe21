import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Audit } from '../../records/audits/audit.entity.js';
import type { ConformanceDocument } from '../conformance/conformance-document.js';
import { catalogueOf } from '../conformance/standard/report-standard.js';
import {
  type AuditRequirement,
  requirementsOfAudit,
  conformanceOfAudit,
} from '../../findings/evaluation/audit-requirements.js';
import {
  LIST_OUTCOMES,
  NONE_PROPOSED,
  OUTCOMES_BEGIN,
  type OutcomeRow,
} from '../../findings/evaluation/outcomes/outcomes.sql.js';
import type { AuditEntry } from '../../findings/evaluation/sample/audit-entry.js';
import { sampleOf } from '../../findings/evaluation/sample/sample.service.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';
import { StandardLevel } from '../../standards/standards/standard-level.entity.js';
import { Standard } from '../../standards/standards/standard.entity.js';
import { EVIDENCE_OF_AUDIT, type EvidenceOfAudit, ISSUES_OF_AUDIT, type IssueOfAudit } from './audit-files.sql.js';

/** An audit with all that its files tell. */
export interface AuditFile {
  organization: Pick<Organization, 'name' | 'timeZone'>;
  product: Pick<Product, 'name' | 'description'>;
  audit: Audit;
  standard: ConformanceDocument['standard'];
  level: string | null;
  /** In the order of the standard, those that were deleted since last. */
  requirements: AuditRequirement[];
  sample: AuditEntry[];
  /** Those that somebody has decided. */
  outcomes: OutcomeRow[];
  /** Those that nobody has decided, but somebody has written a note of. */
  noted: OutcomeRow[];
  issues: IssueOfAudit[];
  /** Of its outcomes and its issues. */
  evidence: EvidenceOfAudit[];
}

/** As many cells as an audit can have. */
const ALL = 2_147_483_647;

/** Reads an audit whole, in a fixed number of statements. */
export async function loadAuditFile(
  tx: EntityManager,
  organization: Organization,
  product: Product,
  audit: Audit,
): Promise<AuditFile> {
  const { organizationId, id } = audit;
  const { standardId, conformanceLevelId } = await conformanceOfAudit(tx, audit);
  const standard = standardId === null ? null : await tx.findOneBy(Standard, { id: standardId });
  const level = conformanceLevelId === null ? null : await tx.findOneBy(StandardLevel, { id: conformanceLevelId });
  const rows = await query(tx, LIST_OUTCOMES, [
    organizationId,
    id,
    null,
    null,
    null,
    ALL,
    0,
    OUTCOMES_BEGIN,
    NONE_PROPOSED,
  ]);
  const requirements = await requirementsOfAudit(tx, audit);
  return {
    organization,
    product,
    audit,
    standard: {
      name: standard?.name ?? '',
      version: /(\d+(?:\.\d+)+)$/.exec(standard?.name ?? '')?.[1] ?? null,
      catalogue: standard && catalogueOf(standard.id),
      cumulative: standard?.cumulative ?? false,
      levels: [],
    },
    level: level?.name ?? null,
    requirements: [...requirements].sort((a, b) => Number(a.isGone) - Number(b.isGone)),
    sample: await sampleOf(tx, audit),
    outcomes: rows.filter(({ outcome }) => outcome !== 'untested'),
    noted: rows.filter((row) => row.outcome === 'untested' && (row.note || row.derogation)),
    issues: await query(tx, ISSUES_OF_AUDIT, [organizationId, id]),
    evidence: await query(tx, EVIDENCE_OF_AUDIT, [organizationId, id]),
  };
}
