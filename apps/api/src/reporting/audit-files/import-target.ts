import { type Fault, InvalidInput, NotFound, unknownReference } from '#libs/errors';
import type { Audit } from '../../records/audits/audit.entity.js';
import type { AuditsService } from '../../records/audits/audits.service.js';
import { BUILT_IN_STANDARDS, RGAA_ID } from '../../standards/catalogue/built-in.js';
import { lockAudit } from '../../findings/evaluation/change-evaluation.js';
import type { Product } from '../../products/products/product.entity.js';
import { requireConformance } from '../../standards/standards/reference.js';
import { standardsStayLock } from '../../standards/standards/standards-lock.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { ReadAudit } from './reading/audit-content.js';

/** Which audit a file goes into: one by its number, or a new one. */
export interface ImportTarget {
  /** As a request names it, or as its address does. */
  audit?: string | number | undefined;
  title?: string | undefined;
  standardId?: string | undefined;
  conformanceLevel?: string | undefined;
}

/**
 * The audit that a file goes into, locked: the one that is named, or a new one of the standard that is named, else of
 * the one that the file is of, else of the one in force.
 * @throws InvalidInput, ProductArchived, LimitReached
 */
export async function targetOf(
  change: ChangeContext,
  audits: AuditsService,
  product: Product,
  target: ImportTarget,
  read: ReadAudit,
): Promise<{ audit: Audit; isNew: boolean }> {
  if (target.audit !== undefined) {
    requireNothingElse(target);
    return { audit: await named(change, audits, product, target.audit), isNew: false };
  }
  const { standardId, conformanceLevel, title } = target;
  await change.lock(standardsStayLock(product.organizationId));
  if (conformanceLevel !== undefined && standardId === undefined)
    throw new InvalidInput([
      { path: '/standardId', code: 'required', message: 'A level requires a standard. Send `standardId` too.' },
    ]);
  await requireConformance(change.tx, product.organizationId, { standardId: null }, target);
  const conformance =
    standardId === undefined ? standardOf(read) : { standardId, conformanceLevelId: conformanceLevel ?? null };
  const audit = await audits.make(change, product, { title: title?.trim() || read.title || null }, conformance);
  return { audit, isNew: true };
}

function requireNothingElse(target: ImportTarget): void {
  const others = (['title', 'standardId', 'conformanceLevel'] as const).filter((name) => target[name] !== undefined);
  const message = 'Allowed only for a new audit, without `audit`.';
  const faults = others.map((name): Fault => ({ path: `/${name}`, code: 'not_applicable', message }));
  if (faults.length > 0) throw new InvalidInput(faults);
}

/** The audit with this number, locked. @throws InvalidInput, NotFound */
async function named(
  change: ChangeContext,
  audits: AuditsService,
  product: Product,
  number: string | number,
): Promise<Audit> {
  if (typeof number === 'number') return lockAudit(change, audits, product, number);
  try {
    if (/^\d{1,9}$/.test(number)) return await lockAudit(change, audits, product, Number(number));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  throw unknownReference('/audit', 'audit', number);
}

/** The built-in standard that a file is of; undefined: it does not say. */
function standardOf({ conformance, method }: ReadAudit): Pick<Audit, 'standardId' | 'conformanceLevelId'> | undefined {
  if (method === 'rgaa') return { standardId: RGAA_ID, conformanceLevelId: null };
  const slug = conformance && `wcag-${conformance.version.replace('.', '-')}`;
  const standard = BUILT_IN_STANDARDS.find((one) => one.slug === slug);
  const level = standard?.levels.find(({ name }) => name === conformance!.level);
  return standard && { standardId: standard.id, conformanceLevelId: level?.id ?? null };
}
