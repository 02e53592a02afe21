import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { organizationKeyShareLock } from '../organizations/organization-lock.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { ChangeContext } from '../work/change-context.js';
import { standardReadOnly } from './errors.js';
import { Standard } from './standard.entity.js';
import { standardsLock } from './standards-lock.js';
import { COUNT_ENTRIES } from './standards.sql.js';

/** A standard that its organization may change. */
type Editable = Standard & { organizationId: string };

/**
 * The organization's own standard with this slug, which nobody else changes or chooses until the unit has ended. The
 * organization is locked first, as when its settings choose a standard.
 */
export async function lockEditable(change: ChangeContext, organization: Organization, slug: string): Promise<Editable> {
  const { tx } = change;
  await change.lock(organizationKeyShareLock(organization.id), standardsLock(organization.id));
  const standard = await tx.findOneBy(Standard, { organizationId: organization.id, slug });
  if (standard) return { ...standard, organizationId: organization.id };
  if (await tx.existsBy(Standard, { source: 'built_in', slug })) throw standardReadOnly();
  throw new NotFound('standard');
}

/** How many groups and requirements a standard has. Call with the standard locked. */
export async function countEntries(tx: EntityManager, standardId: string): Promise<number> {
  const [counted] = await query(tx, COUNT_ENTRIES, [standardId]);
  return counted!.entries;
}
