import { hashOf } from '#libs/secrets';
import type { EntityManager } from 'typeorm';
import type { VerifiedToken } from './trusted-issuers.js';

// Longer than clocks may differ.
const MARGIN_MS = 3_600_000;

/** Uses a token up, once more; false if that was too often. */
export async function useToken(
  tx: EntityManager,
  { issuer, kind, claims }: VerifiedToken,
  productId: string,
): Promise<boolean> {
  const [scope, most] = kind.uses === 'once' ? ['', 1] : [productId, kind.uses];
  const used = await tx.query<unknown[]>(
    `INSERT INTO used_tokens AS used (token_hash, uses, expires_at) VALUES ($1, 1, $2)
     ON CONFLICT (token_hash) DO UPDATE SET uses = used.uses + 1 WHERE used.uses < $3 RETURNING uses`,
    [
      hashOf(JSON.stringify([issuer, claims.jti, scope])),
      new Date((claims.iat + kind.maxAge) * 1000 + MARGIN_MS),
      most,
    ],
  );
  return used.length > 0;
}
