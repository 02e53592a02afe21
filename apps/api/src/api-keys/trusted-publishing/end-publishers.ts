import type { ChangeContext } from '../../work/change-context.js';
import { type KeySelection, selectionValues } from '../key-selection.js';
import { titleOf } from './issuer-kinds.js';
import type { TrustedPublisher } from './trusted-publisher.entity.js';

/** A unit, or what takes its events for later. */
type Recording = Pick<ChangeContext, 'tx' | 'record'>;
type Ended = Pick<TrustedPublisher, 'id' | 'organizationId' | 'productId' | 'claims' | 'ownerUserId'>;

/**
 * Deletes the trusted publishers that a selection of keys concerns, by member, product or organization, and those that the
 * revoked keys have made; their passes end with them. Call with the organizations locked.
 */
export async function endPublishers(
  change: Recording,
  which: KeySelection,
  revokedKeyIds: readonly string[],
): Promise<void> {
  const { id, organizationId, ownerUserId, productId, since } = selectionValues(which);
  await deletePublishers(
    change,
    `parent_key_id = ANY ($6::uuid[]) OR ($1::uuid IS NULL
       AND ($2::uuid IS NULL OR organization_id = $2) AND ($3::uuid IS NULL OR owner_user_id = $3)
       AND ($4::uuid IS NULL OR product_id = $4) AND ($5::timestamptz IS NULL OR created_at >= $5))`,
    [id, organizationId, ownerUserId, productId, since, revokedKeyIds],
  );
}

/** Deletes trusted publishers with their passes, by a condition in SQL; each leaves an event. Returns how many. */
export async function deletePublishers(
  change: Recording,
  condition: string,
  parameters: readonly unknown[],
): Promise<number> {
  const [ended] = await change.tx.query<[Ended[], number]>(
    `DELETE FROM trusted_publishers WHERE ${condition}
     RETURNING id, organization_id AS "organizationId", product_id AS "productId", claims, owner_user_id AS "ownerUserId"`,
    [...parameters],
  );
  change.record(
    ...ended.map((publisher) => ({ ...subjectOfPublisher(publisher), type: 'trusted_publisher.deleted' as const })),
  );
  return ended.length;
}

/** What events of a publisher are about. */
export const subjectOfPublisher = ({ id, organizationId, productId, claims, ownerUserId }: Ended) => ({
  organizationId,
  productId,
  subject: { id, title: titleOf(claims) },
  accountId: ownerUserId,
});
