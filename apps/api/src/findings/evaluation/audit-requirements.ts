import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Audit } from '../../records/audits/audit.entity.js';
import { orBuiltIn } from '../../standards/catalogue/built-in.js';
import { effectiveConformance } from '../../standards/catalogue/conformance.js';
import { keyOf } from '../../platform/lists/key-of.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { numbered } from '../../standards/standards/numbered.js';
import { FREEZE, FROZEN, IN_SCOPE, THAW } from './audit-requirements.sql.js';

/** A requirement that an audit asks for. */
export interface AuditRequirement {
  requirementId: string;
  /** As the standard numbers it, else its place from 1. */
  number: string;
  name: string;
  /** The name of its level. */
  level: string | null;
  wcag: string[];
  /** Whether it was deleted since: it keeps its outcomes, which count no more. */
  isGone: boolean;
}

/** What an audit asks for: as it was at its first outcome, else what its level asks of the product now. */
export async function requirementsOfAudit(tx: EntityManager, audit: Audit): Promise<AuditRequirement[]> {
  const frozen = await query(tx, FROZEN, [audit.organizationId, audit.id]);
  return frozen.length > 0 ? frozen : currentRequirements(tx, audit);
}

async function currentRequirements(tx: EntityManager, audit: Audit): Promise<AuditRequirement[]> {
  const { standardId, conformanceLevelId } = await conformanceOfAudit(tx, audit);
  const rows = await query(tx, IN_SCOPE, [audit.organizationId, audit.productId, standardId, conformanceLevelId]);
  return rows.map((row, index) => {
    const { number, name } = numbered(row.name);
    return { ...row, number: number ?? String(index + 1), name, isGone: false };
  });
}

/** The standard and level of an audit; of one that names no standard, those in force. */
export async function conformanceOfAudit(tx: EntityManager, audit: Audit) {
  if (audit.standardId !== null) return audit;
  const inForce = effectiveConformance(
    await tx.findOneByOrFail(Product, keyOf({ ...audit, id: audit.productId })),
    await tx.findOneByOrFail(Organization, { id: audit.organizationId }),
  );
  const { standardId, levelId } = orBuiltIn(inForce);
  return { standardId, conformanceLevelId: levelId };
}

/** Keeps what an audit asks for from changing with its standard and its product. */
export async function freezeRequirements(
  tx: EntityManager,
  { organizationId, id }: Audit,
  requirements: readonly AuditRequirement[],
): Promise<void> {
  await query(tx, FREEZE, [organizationId, id, JSON.stringify(requirements)]);
}

/** Lets it follow them again. */
export async function thawRequirements(tx: EntityManager, { organizationId, id }: Audit): Promise<void> {
  await query(tx, THAW, [organizationId, id]);
}
