import { execute } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { OIDC } from '../account.entity.js';
import { BACKFILL_ISSUERS } from './provider.sql.js';

/** Normalizes an issuer to the spelling in which it is stored and compared. */
export const normalizeIssuer = (issuer: string): string => new URL(issuer).href;

/**
 * The issuer of linked accounts whose provider is unknown; it matches no provider, so they cannot be used to sign in.
 */
const NO_ISSUER = '';

/**
 * Sets the issuer of linked accounts from before issuers were stored: to the configured provider, or to none if there
 * is no provider. Only such accounts lack an issuer, so it happens once. Returns how many there were.
 */
export async function backfillIssuers(tx: EntityManager, issuer: string | undefined): Promise<number> {
  return execute(tx, BACKFILL_ISSUERS, [OIDC, issuer === undefined ? NO_ISSUER : normalizeIssuer(issuer)]);
}
