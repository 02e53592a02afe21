import { query } from '#libs/database';
import type { ChangeContext } from '../../work/change-context.js';
import { type KeySelection, selectionValues } from '../key-selection.js';
import { titleOf } from './issuer-kinds.js';
import { END, type NamedPublisher } from './trusted-publishers.sql.js';

/**
 * Deletes the trusted publishers that a selection of keys concerns, by member, product or organization, and those that the
 * revoked keys have made; their passes end with them. Call with the organizations locked.
 * @param change a change, or what takes its events for later
 */
export async function endPublishers(
  change: Pick<ChangeContext, 'tx' | 'record'>,
  which: KeySelection,
  revokedKeyIds: readonly string[],
): Promise<void> {
  const { id, organizationId, ownerUserId, productId, since } = selectionValues(which);
  recordEnded(change, await query(change.tx, END, [id, organizationId, ownerUserId, productId, since, revokedKeyIds]));
}

/** Each publisher that was deleted leaves an event. */
export function recordEnded(change: Pick<ChangeContext, 'record'>, ended: readonly NamedPublisher[]): void {
  change.record(
    ...ended.map((publisher) => ({ ...subjectOfPublisher(publisher), type: 'trusted_publisher.deleted' as const })),
  );
}

/** What events of a publisher are about. */
export const subjectOfPublisher = ({ id, organizationId, productId, claims, ownerUserId }: NamedPublisher) => ({
  organizationId,
  productId,
  subject: { id, title: titleOf(claims) },
  accountId: ownerUserId,
});
