import { query } from '#libs/database';
import { hashOf } from '#libs/secrets';
import type { EntityManager } from 'typeorm';
import type { VerifiedToken } from './trusted-issuers.js';
import { USE_TOKEN } from './trusted-publishers.sql.js';

// Longer than clocks may differ.
const MARGIN_MS = 3_600_000;

/** Uses a token up, once more; false if that was too often. */
export async function useToken(
  tx: EntityManager,
  { issuer, kind, claims }: VerifiedToken,
  productId: string,
): Promise<boolean> {
  const [scope, most] = kind.uses === 'once' ? (['', 1] as const) : ([productId, kind.uses] as const);
  const tokenHash = hashOf(JSON.stringify([issuer, claims.jti, scope]));
  const expiresAt = new Date((claims.iat + kind.maxAge) * 1000 + MARGIN_MS);
  const used = await query(tx, USE_TOKEN, [tokenHash, expiresAt, most]);
  return used.length > 0;
}

/** Uses up what may be shown once; false if it was. @param key what names it, with what it is */
export async function useOnce(tx: EntityManager, key: readonly string[], expiresAt: Date): Promise<boolean> {
  return (await query(tx, USE_TOKEN, [hashOf(JSON.stringify(key)), expiresAt, 1])).length > 0;
}
