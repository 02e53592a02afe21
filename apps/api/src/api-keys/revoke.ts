import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../events/event-draft.js';
import { organizationLock } from '../organizations/organization-lock.js';
import type { ChangeContext } from '../work/change-context.js';
import type { Lock } from '../work/locks.js';
import { type KeySelection, selectionValues } from './key-selection.js';
import { endPublishers } from './trusted-publishing/end-publishers.js';

/**
 * Revokes keys and, recursively, all keys created with them, and ends the trusted publishers of the selection and of these keys; each leaves an event.
 * Returns how many keys. Organizations are locked first, in order, so that no key can create another one meanwhile.
 */
export async function revokeKeys(change: ChangeContext, which: KeySelection): Promise<number> {
  const { ownerUserId, organizationId } = selectionValues(which);
  await change.lock(organizationId ? organizationLock(organizationId) : organizationsOfKeys(ownerUserId!));
  return revokeLocked(change, which);
}

/**
 * The same for one key of an organization, without the organization's lock, which is where the organization's rows are. Whoever makes something with a key holds the
 * row of that, so that nothing is missed.
 * @returns the events of it, still to be recorded
 */
export async function revokeApart(
  tx: EntityManager,
  which: { id: string; organizationId: string },
): Promise<EventDraft[]> {
  await tx.query('SELECT 1 FROM api_keys WHERE organization_id = $1 ORDER BY id FOR UPDATE', [which.organizationId]);
  const events: EventDraft[] = [];
  await revokeLocked({ tx, record: (...drafts) => void events.push(...drafts) }, which);
  return events;
}

async function revokeLocked(change: Pick<ChangeContext, 'tx' | 'record'>, which: KeySelection): Promise<number> {
  const { id, productId, ownerUserId, organizationId, since } = selectionValues(which);
  const [revoked] = await change.tx.query<
    [{ id: string; name: string; organizationId: string; accountId: string | null }[], number]
  >(
    `WITH RECURSIVE ending AS (
       SELECT id FROM api_keys WHERE revoked_at IS NULL
         AND ($1::uuid IS NULL OR organization_id = $1) AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR owner_user_id = $3)
         AND ($4::timestamptz IS NULL OR created_at >= $4) AND ($5::uuid IS NULL OR product_id = $5)
       UNION SELECT child.id FROM api_keys child JOIN ending ON child.parent_id = ending.id
     )
     UPDATE api_keys SET revoked_at = now() WHERE id IN (SELECT id FROM ending) AND revoked_at IS NULL
     RETURNING id, name, organization_id AS "organizationId", owner_user_id AS "accountId"`,
    [organizationId, id, ownerUserId, since, productId],
  );
  change.record(
    ...revoked.map((key) => ({
      organizationId: key.organizationId,
      type: 'api_key.revoked' as const,
      subject: { id: key.id, title: key.name },
      accountId: key.accountId,
    })),
  );
  await endPublishers(
    change,
    which,
    revoked.map((key) => key.id),
  );
  return revoked.length;
}

/** The organizations in which a person has keys or trusted publishers. */
const organizationsOfKeys = (ownerUserId: string): Lock => ({
  kind: 'organization',
  name: `of the keys of ${ownerUserId}`,
  take: async (tx) => {
    const organizations = await tx.query<{ id: string }[]>(
      `SELECT organization_id AS id FROM api_keys WHERE owner_user_id = $1
       UNION SELECT organization_id FROM trusted_publishers WHERE owner_user_id = $1 ORDER BY 1`,
      [ownerUserId],
    );
    for (const { id } of organizations) await organizationLock(id).take(tx);
  },
});
