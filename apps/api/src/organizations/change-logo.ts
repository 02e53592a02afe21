import { REFUSALS } from '#libs/access';
import { Forbidden } from '#libs/errors';
import { changedFields } from '#libs/rows';
import type { Unit } from '../work/unit.js';
import { Organization } from './organization.entity.js';

/**
 * Makes what stands at an address the logo of an organization, or takes its logo away; answers the address before.
 * @throws Forbidden where the organization has gone: nobody is a member of it
 */
export async function changeLogo(unit: Unit, id: string, logo: string | null): Promise<string | null> {
  const organization = await unit.tx.findOne(Organization, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!organization) throw new Forbidden('not_a_member', REFUSALS['not_a_member']!);
  const changes = changedFields(organization, { logo });
  if (changes.length > 0) {
    await unit.tx.update(Organization, { id }, { logo });
    const subject = { id, title: organization.name };
    unit.record({ organizationId: id, type: 'organization.updated', subject, changes });
  }
  return organization.logo;
}
