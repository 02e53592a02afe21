import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../../platform/events/event-draft.js';
import { forgetMade } from '../../accounts/identity/recovery/note-made.js';
import { organizationLock } from '../../accounts/organizations/organization-lock.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { Lock } from '../../platform/work/locks.js';
import { LOCK_ALL, ORGANIZATIONS_OF, REVOKE } from './api-keys.sql.js';
import { type KeySelection, selectionValues } from './key-selection.js';
import { endPublishers } from './trusted-publishing/end-publishers.js';

/** The kind of keys among what people make. */
export const API_KEY = 'api_key';

/**
 * Revokes keys and, recursively, all keys created with them, and ends the trusted publishers of the selection and of
 * these keys; each leaves an event. Returns how many keys. Organizations are locked first, in order, so that no key can
 * create another one meanwhile.
 */
export async function revokeKeys(change: ChangeContext, which: KeySelection): Promise<number> {
  const { ownerUserId, organizationId } = selectionValues(which);
  await change.lock(organizationId ? organizationLock(organizationId) : organizationsOfKeys(ownerUserId!));
  return revokeLocked(change, which);
}

/**
 * The same for one key of an organization, without the organization's lock, which is where the organization's rows are.
 * Whoever makes something with a key holds the row of that, so that nothing is missed.
 * @returns the events of it, still to be recorded
 */
export async function revokeApart(
  tx: EntityManager,
  which: { ids: readonly string[]; organizationId: string },
): Promise<EventDraft[]> {
  await query(tx, LOCK_ALL, [which.organizationId]);
  const events: EventDraft[] = [];
  await revokeLocked({ tx, record: (...drafts) => void events.push(...drafts) }, which);
  return events;
}

/** The same with the organizations locked already. */
export async function revokeLocked(change: Pick<ChangeContext, 'tx' | 'record'>, which: KeySelection): Promise<number> {
  const { ids, productId, ownerUserId, organizationId } = selectionValues(which);
  const revoked = await query(change.tx, REVOKE, [organizationId, ids, ownerUserId, productId]);
  change.record(
    ...revoked.map((key) => ({
      organizationId: key.organizationId,
      type: 'api_key.revoked' as const,
      subject: { id: key.id, title: key.name },
      accountId: key.accountId,
    })),
  );
  const revokedIds = revoked.map((key) => key.id);
  await forgetMade(change.tx, API_KEY, revokedIds);
  await endPublishers(change, which, revokedIds);
  return revoked.length;
}

/** The organizations in which a person has keys or trusted publishers. */
const organizationsOfKeys = (ownerUserId: string): Lock => ({
  kind: 'organization',
  name: `of the keys of ${ownerUserId}`,
  take: async (tx) => {
    const organizations = await query(tx, ORGANIZATIONS_OF, [ownerUserId]);
    for (const { id } of organizations) await organizationLock(id).take(tx);
  },
});
