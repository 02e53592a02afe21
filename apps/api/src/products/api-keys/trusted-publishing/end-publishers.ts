import { query } from '#libs/database';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { forgetMade } from '../../../accounts/identity/recovery/note-made.js';
import { type KeySelection, selectionValues } from '../key-selection.js';
import { titleOf } from './issuer-kinds.js';
import { END, type NamedPublisher } from './trusted-publishers.sql.js';

/**
 * Deletes the trusted publishers that a selection of keys concerns, by member, product or organization, and those that
 * the revoked keys have made; their passes end with them. Call with the organizations locked.
 * @param change a change, or what takes its events for later
 */
export async function endPublishers(
  change: Pick<ChangeContext, 'tx' | 'record'>,
  which: KeySelection,
  revokedKeyIds: readonly string[],
): Promise<void> {
  const { ids, organizationId, ownerUserId, productId } = selectionValues(which);
  const ended = await query(change.tx, END, [ids !== null, organizationId, ownerUserId, productId, revokedKeyIds]);
  await forgetPublishers(change, ended);
}

/** The kind of publishers among what people make. */
export const TRUSTED_PUBLISHER = 'trusted_publisher';

/** Each publisher that was deleted leaves an event. */
export async function forgetPublishers(
  change: Pick<ChangeContext, 'tx' | 'record'>,
  ended: readonly NamedPublisher[],
): Promise<void> {
  const ids = ended.map(({ id }) => id);
  await forgetMade(change.tx, TRUSTED_PUBLISHER, ids);
  change.record(
    ...ended.map((publisher) => ({ ...subjectOfPublisher(publisher), type: 'trusted_publisher.deleted' as const })),
  );
}

/** What events of a publisher are about. */
export const subjectOfPublisher = ({ id, organizationId, productId, ownerUserId, ...named }: NamedPublisher) => ({
  organizationId,
  productId,
  subject: { id, title: titleOf(named) },
  accountId: ownerUserId,
});
