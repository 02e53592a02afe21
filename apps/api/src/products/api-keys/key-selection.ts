/**
 * Selects active keys to revoke: single ones, those of a member, of a product, of an organization, or of a person in
 * all organizations.
 */
export type KeySelection =
  | { ids: readonly string[]; organizationId?: string }
  | { ownerUserId: string; organizationId: string }
  | { productId: string; organizationId: string }
  | { organizationId: string }
  | { ownerUserId: string; organizationId?: undefined };

/** What a selection says, null for what it leaves open. */
export function selectionValues(which: KeySelection) {
  return {
    ids: null,
    productId: null,
    ownerUserId: null,
    ...which,
    organizationId: which.organizationId ?? null,
  };
}
