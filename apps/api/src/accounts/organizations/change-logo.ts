import { Forbidden } from '#libs/errors';
import { REFUSALS } from '../../platform/http/refusal.js';
import { changedFields } from '../../platform/lists/changed-fields.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { wholeOrganizationLock } from './organization-lock.js';
import { Organization } from './organization.entity.js';

/**
 * Sets the URL of an organization's logo, or removes the logo; returns the former URL.
 * @throws Forbidden if the organization has been deleted
 */
export async function changeLogo(change: ChangeContext, id: string, logo: string | null): Promise<string | null> {
  await change.lock(wholeOrganizationLock(id));
  const organization = await change.tx.findOneBy(Organization, { id });
  if (!organization) throw new Forbidden('not_a_member', REFUSALS['not_a_member']!);
  const changes = changedFields(organization, { logo });
  if (changes.length > 0) {
    await change.tx.update(Organization, { id }, { logo });
    const subject = { id, title: organization.name };
    change.record({ organizationId: id, type: 'organization.updated', subject, changes });
  }
  return organization.logo;
}
