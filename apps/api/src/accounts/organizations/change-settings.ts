import type { EventType } from '../../platform/events/event-types.js';
import { changedFields } from '../../platform/lists/changed-fields.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { withLegalDisclaimer } from './legal-disclaimer.js';
import { wholeOrganizationLock } from './organization-lock.js';
import { Organization } from './organization.entity.js';

/**
 * Changes settings of an organization, with the whole of it locked, and records the changes.
 * @param settings computes the new settings from the current ones
 * @returns the organization after the change, except `updatedAt`, and whether anything changed
 */
export async function changeSettings(
  change: ChangeContext,
  { id }: Organization,
  type: EventType,
  settings: (current: Organization) => Partial<Organization> | Promise<Partial<Organization>>,
): Promise<{ after: Organization; changed: boolean }> {
  await change.lock(wholeOrganizationLock(id));
  const current = await withLegalDisclaimer(change.tx, await change.tx.findOneByOrFail(Organization, { id }));
  const values = await settings(current);
  const changes = changedFields(current, values);
  if (changes.length > 0) {
    await change.tx.update(Organization, { id }, values as object);
    change.record({ organizationId: id, type, subject: { id, title: current.name }, changes });
  }
  return { after: { ...current, ...values }, changed: changes.length > 0 };
}
