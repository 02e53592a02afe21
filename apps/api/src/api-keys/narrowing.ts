import { areBlocksWithin } from '#libs/fields';

/** Until when and from which addresses a key may be used, beyond its scopes and product; null: without such a limit. */
export interface Narrowing {
  expiresAt: Date | null;
  allowedAddresses: string[] | null;
}

/**
 * The narrowing of a key that another makes: what is left out is taken from the parent. Undefined where what is asked for
 * would be wider than the parent's. Without a parent, what is left out is no narrowing.
 */
export function childNarrowing(asked: Partial<Narrowing>, parent?: Narrowing): Narrowing | undefined {
  const expiresAt = asked.expiresAt === undefined ? (parent?.expiresAt ?? null) : asked.expiresAt;
  const allowedAddresses =
    asked.allowedAddresses === undefined ? (parent?.allowedAddresses ?? null) : asked.allowedAddresses;
  if (parent?.expiresAt && (!expiresAt || expiresAt > parent.expiresAt)) return undefined;
  if (parent?.allowedAddresses && !(allowedAddresses && areBlocksWithin(allowedAddresses, parent.allowedAddresses)))
    return undefined;
  return { expiresAt, allowedAddresses };
}
