import { hashOf, randomToken, type Vault } from '#libs/secrets';
import type { EntityManager } from 'typeorm';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { tokenLocation } from './encrypted-tokens.js';

/** Where a public address leads. */
export interface PublicPlace {
  organizationId: string;
  productId: string;
  /** Of the report. */
  number: number;
}

/**
 * Gives a report a public address instead of the one that it has. Returns the secret and how it is stored with the report.
 * @throws SecretKeyMissing
 */
export async function makeToken(
  tx: EntityManager,
  vault: Vault,
  report: ConformanceReport,
): Promise<{ token: string; stored: string }> {
  vault.requireOpen();
  const token = randomToken();
  await removeToken(tx, report);
  const { organizationId, productId, number } = report;
  await tx.query(
    'INSERT INTO conformance_tokens (token_hash, organization_id, product_id, number) VALUES ($1, $2, $3, $4)',
    [hashOf(token), organizationId, productId, number],
  );
  return { token, stored: vault.seal(tokenLocation(report.id), token) };
}

/** The public addresses of a report lead nowhere any more. */
export async function removeToken(tx: EntityManager, report: PublicPlace): Promise<void> {
  await tx.query('DELETE FROM conformance_tokens WHERE organization_id = $1 AND product_id = $2 AND number = $3', [
    report.organizationId,
    report.productId,
    report.number,
  ]);
}

/** The public addresses of one report lead to the one that replaces it, so that a printed one stays true. Returns how the secret is stored with that. */
export async function moveToken(
  tx: EntityManager,
  vault: Vault,
  from: ConformanceReport,
  to: ConformanceReport,
): Promise<string> {
  vault.requireOpen();
  await tx.query(
    'UPDATE conformance_tokens SET number = $4 WHERE organization_id = $1 AND product_id = $2 AND number = $3',
    [from.organizationId, from.productId, from.number, to.number],
  );
  return vault.seal(tokenLocation(to.id), vault.open(tokenLocation(from.id), from.publicToken!));
}

/** Where a public address leads; undefined for one that is unknown. */
export async function placeOf(tx: EntityManager, token: string): Promise<PublicPlace | undefined> {
  const [place] = await tx.query<[PublicPlace?]>(
    'SELECT organization_id AS "organizationId", product_id AS "productId", number FROM conformance_tokens WHERE token_hash = $1',
    [hashOf(token)],
  );
  return place;
}
