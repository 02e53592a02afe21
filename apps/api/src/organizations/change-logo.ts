import { REFUSALS } from '#libs/access';
import { Forbidden } from '#libs/errors';
import { changedFields } from '#libs/rows';
import type { Unit } from '../work/unit.js';
import { wholeOrganizationLock } from './organization-lock.js';
import { Organization } from './organization.entity.js';

/**
 * Sets the URL of an organization's logo, or removes the logo; returns the former URL.
 * @throws Forbidden if the organization has been deleted
 */
export async function changeLogo(unit: Unit, id: string, logo: string | null): Promise<string | null> {
  await unit.lock(wholeOrganizationLock(id));
  const organization = await unit.tx.findOneBy(Organization, { id });
  if (!organization) throw new Forbidden('not_a_member', REFUSALS['not_a_member']!);
  const changes = changedFields(organization, { logo });
  if (changes.length > 0) {
    await unit.tx.update(Organization, { id }, { logo });
    const subject = { id, title: organization.name };
    unit.record({ organizationId: id, type: 'organization.updated', subject, changes });
  }
  return organization.logo;
}
