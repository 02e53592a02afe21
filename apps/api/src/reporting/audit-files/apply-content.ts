import type { RecordLimits } from '#libs/config';
import { InvalidInput } from '#libs/errors';
import { Audit } from '../../records/audits/audit.entity.js';
import type { AuditsService } from '../../records/audits/audits.service.js';
import { type AuditRequirement, requirementsOfAudit } from '../../findings/evaluation/audit-requirements.js';
import { requireInProgress } from '../../findings/evaluation/change-evaluation.js';
import type { WrittenOutcome } from '../../findings/evaluation/outcomes/fill-outcomes.js';
import type { Cell } from '../../findings/evaluation/outcomes/store-outcomes.js';
import type { AuditEntry } from '../../findings/evaluation/sample/audit-entry.js';
import { insertEntries, sampleOf } from '../../findings/evaluation/sample/sample.service.js';
import type { Priority, Rating } from '../../accounts/organizations/ratings.js';
import { keyOf } from '../../platform/lists/key-of.js';
import type { Product } from '../../products/products/product.entity.js';
import { TITLE_LENGTH } from '../../products/products/title-length.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { fillAudit, type FilledFields } from './fill-audit.js';
import { type ImportTarget, targetOf } from './import-target.js';
import type { AuditContent } from './reading/audit-content.js';
import { cut } from './reading/cut.js';
import { matchContent, type Matched } from './reading/match-content.js';

/** A problem that becomes an issue of those of these cells that are decided by it. */
export interface WrittenProblem {
  title: string;
  description: string | null;
  severity: Rating | null;
  priority: Priority | null;
  /** Where it is met: the address of its page. */
  sourceUrl: string | null;
  cells: Cell[];
}

/** What a file has made of an audit, but for its outcomes. */
export interface Applied {
  /** As it is now, and locked. */
  audit: Audit;
  isNew: boolean;
  requirements: AuditRequirement[];
  sample: AuditEntry[];
  added: AuditEntry[];
  filled: FilledFields;
  /** Its outcomes, which are yet to be written. */
  written: WrittenOutcome[];
  /** What issues are to be opened of once they are. */
  problems: WrittenProblem[];
  matched: Matched;
}

/**
 * Compares a file with the audit that it goes into, fills what that does not say, and adds the pages that its sample
 * lacks. @throws FaultyFile, InvalidInput, SampleFull, AuditCompleted, ProductArchived, LimitReached
 */
export async function applyContent(
  change: ChangeContext,
  audits: AuditsService,
  limits: RecordLimits,
  product: Product,
  target: ImportTarget,
  content: AuditContent,
): Promise<Applied> {
  const { tx } = change;
  const { audit, isNew } = await targetOf(change, audits, product, target, content.audit);
  const requirements = await requirementsOfAudit(tx, audit);
  const sample = await sampleOf(tx, audit);
  const matched = await matchContent(content, requirements, sample);
  const { first, count } = matched.faults;
  if (count > 0) throw new FaultyFile(first, count);
  await requireInProgress(tx, product, audit);
  const filled = await fillAudit(tx, audit, content.audit);
  const pages = matched.pages.map((page) => ({ ...page, process: null, areaId: null, copiedFrom: null }));
  const added = await insertEntries(change, limits, audit, sample, pages);
  const numberOf = (entry: Matched['cells'][number]['entry']): number =>
    typeof entry === 'number' ? entry : added[entry.page]!.number;
  const written = matched.cells.map(({ rows: _rows, proposedBy, ...cell }): WrittenOutcome => ({
    ...cell,
    ...(proposedBy !== null && { proposedBy }),
    entry: numberOf(cell.entry),
  }));
  const requirementsById = new Map(requirements.map((one) => [one.requirementId, one]));
  const addresses = new Map([...sample, ...added].map(({ number, url }) => [number, url]));
  const problems = matched.problems.map(({ row: _row, title, cells: ofRow, ...problem }): WrittenProblem => {
    const cells = ofRow.map(({ requirementId, entry }) => ({ requirementId, entry: numberOf(entry) }));
    const { number, name } = requirementsById.get(cells[0]!.requirementId)!;
    return {
      ...problem,
      title: title ?? cut(`${number} ${name}`, TITLE_LENGTH),
      sourceUrl: cells.map(({ entry }) => addresses.get(entry)).find(Boolean) ?? null,
      cells,
    };
  });
  // With the number of its last entry as it is now.
  const present = await tx.findOneByOrFail(Audit, keyOf(audit));
  return { audit: present, isNew, requirements, sample, added, filled, written, problems, matched };
}

/** What is wrong with a file: the first of its faults, and the number of all. */
export class FaultyFile extends InvalidInput {}
