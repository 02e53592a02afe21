import { areBlocksWithin } from '#libs/fields';

/**
 * Limits of a key beyond its scopes and product, which `ApiKeysService.create` compares itself: expiry and IP
 * addresses; null: no limit.
 */
export interface Narrowing {
  expiresAt: Date | null;
  allowedAddresses: string[] | null;
}

/**
 * The limits of a key that is created with another key: missing values are inherited from the parent; undefined if the
 * requested limits are wider than the parent's. Without a parent, missing values mean no limit.
 */
export function childNarrowing(requested: Partial<Narrowing>, parent?: Narrowing): Narrowing | undefined {
  const expiresAt = requested.expiresAt === undefined ? (parent?.expiresAt ?? null) : requested.expiresAt;
  const allowedAddresses =
    requested.allowedAddresses === undefined ? (parent?.allowedAddresses ?? null) : requested.allowedAddresses;
  if (parent?.expiresAt && (!expiresAt || expiresAt > parent.expiresAt)) return undefined;
  if (parent?.allowedAddresses && !(allowedAddresses && areBlocksWithin(allowedAddresses, parent.allowedAddresses)))
    return undefined;
  return { expiresAt, allowedAddresses };
}
