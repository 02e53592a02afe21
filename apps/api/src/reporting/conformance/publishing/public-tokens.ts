import { execute, query } from '#libs/database';
import { hashOf, randomToken, type Vault } from '#libs/secrets';
import type { EntityManager } from 'typeorm';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { tokenLocation } from './encrypted-tokens.js';
import { DELETE_TOKENS, INSERT_TOKEN, MOVE_TOKENS, PLACE_OF_TOKEN, type PublicPlace } from './publishing.sql.js';

/**
 * Gives a report a public address instead of the one that it has. Returns the secret and how it is stored with the
 * report.
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
  await query(tx, INSERT_TOKEN, [hashOf(token), organizationId, productId, number]);
  return { token, stored: vault.seal(tokenLocation(report.id), token) };
}

/** The public addresses of a report lead nowhere any more. */
export async function removeToken(tx: EntityManager, report: PublicPlace): Promise<void> {
  await execute(tx, DELETE_TOKENS, [report.organizationId, report.productId, report.number]);
}

/**
 * The public addresses of one report lead to the one that replaces it, so that a printed one stays true. Returns how
 * the secret is stored with that.
 */
export async function moveToken(
  tx: EntityManager,
  vault: Vault,
  from: ConformanceReport,
  to: ConformanceReport,
): Promise<string> {
  vault.requireOpen();
  await execute(tx, MOVE_TOKENS, [from.organizationId, from.productId, from.number, to.number]);
  return vault.seal(tokenLocation(to.id), vault.open(tokenLocation(from.id), from.publicToken!));
}

/** Where a public address leads; undefined for one that is unknown. */
export async function placeOf(tx: EntityManager, token: string): Promise<PublicPlace | undefined> {
  const [place] = await query(tx, PLACE_OF_TOKEN, [hashOf(token)]);
  return place;
}
