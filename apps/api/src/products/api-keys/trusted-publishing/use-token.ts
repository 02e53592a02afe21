import type { EntityManager } from 'typeorm';
import { useUp } from '../../../accounts/identity/used-tokens.js';
import type { VerifiedToken } from './trusted-issuers.js';

// Longer than clocks may differ.
const MARGIN_MS = 3_600_000;

/** Uses a token up, once more; false if that was too often. */
export async function useToken(
  tx: EntityManager,
  { issuer, kind, claims }: VerifiedToken,
  productId: string,
): Promise<boolean> {
  const [scope, most] = kind.uses === 'once' ? (['', 1] as const) : ([productId, kind.uses] as const);
  const expiresAt = new Date((claims.iat + kind.maxAge) * 1000 + MARGIN_MS);
  return useUp(tx, [issuer, claims.jti, scope], { expiresAt, most });
}
