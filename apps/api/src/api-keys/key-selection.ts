/**
 * Selects active keys to revoke: one key, those of a member, of a product, of an organization, or of a person in all
 * organizations (optionally only those created at `since` or later).
 */
export type KeySelection =
  | { id: string; organizationId: string }
  | { ownerUserId: string; organizationId: string }
  | { productId: string; organizationId: string }
  | { organizationId: string }
  | { ownerUserId: string; organizationId?: undefined; since?: Date };

/** What a selection says, null for what it leaves open. */
export function selectionValues(which: KeySelection) {
  return {
    id: null,
    productId: null,
    ownerUserId: null,
    since: null,
    ...which,
    organizationId: which.organizationId ?? null,
  };
}
