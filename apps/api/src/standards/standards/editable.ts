import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { organizationKeyShareLock } from '../../accounts/organizations/organization-lock.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { standardReadOnly } from './errors.js';
import { Standard } from './standard.entity.js';
import { standardsLock } from './standards-lock.js';
import { COUNT_ENTRIES, ID_OF_STANDARD } from './standards.sql.js';

/** A standard that its organization may change. */
type Editable = Standard & { organizationId: string };

/**
 * The organization's own standard of this slug or id, which nobody else changes or chooses until the unit has ended.
 * The organization is locked first, as when its settings choose a standard.
 */
export async function lockEditable(change: ChangeContext, organization: Organization, name: string): Promise<Editable> {
  const { tx } = change;
  await change.lock(organizationKeyShareLock(organization.id), standardsLock(organization.id));
  const [named] = await query(tx, ID_OF_STANDARD, [organization.id, name]);
  const standard = named?.id ? await tx.findOneBy(Standard, { id: named.id }) : null;
  if (!standard) throw new NotFound('standard');
  if (standard.organizationId === null) throw standardReadOnly();
  return { ...standard, organizationId: standard.organizationId };
}

/** How many groups and requirements a standard has. Call with the standard locked. */
export async function countEntries(tx: EntityManager, standardId: string): Promise<number> {
  const [counted] = await query(tx, COUNT_ENTRIES, [standardId]);
  return counted!.entries;
}
