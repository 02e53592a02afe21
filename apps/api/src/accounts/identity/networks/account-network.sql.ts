import { sql, type Uuid } from '#libs/database';

/** For how many days a network counts as an account's own after the last sign-in there. */
export const OWN_FOR_DAYS = 90;

/**
 * In SQL: what is kept of a network of an account: bound to the account, so that two of one network cannot be told to
 * be so.
 */
export const networkHash = (userId: string, network: string): string =>
  `sha256(convert_to(${userId}::text || ' ' || ${network}::text, 'UTF8'))`;

/** Notes that an account has signed in from a network, and says whether it did not do so there lately. */
export const NOTE_NETWORK = sql<[userId: Uuid, network: string], { isNew: boolean }>(`
  WITH before AS MATERIALIZED (
    SELECT NOT EXISTS (SELECT FROM account_networks WHERE user_id = $1
      AND network_hash = ${networkHash('$1::uuid', '$2')}
      AND last_signed_in_at > now() - interval '${OWN_FOR_DAYS} days') AS new
  ), noted AS (
    INSERT INTO account_networks (user_id, network_hash, last_signed_in_at)
    VALUES ($1, ${networkHash('$1::uuid', '$2')}, now())
    ON CONFLICT ON CONSTRAINT pk_account_networks DO UPDATE SET last_signed_in_at = excluded.last_signed_in_at
  )
  SELECT new AS "isNew" FROM before`);

/** Returns a row if the account of this address has signed in from this network lately. */
export const IS_OWN_NETWORK = sql<[email: string, network: string]>(`
  SELECT 1 FROM users u JOIN account_networks n ON n.user_id = u.id AND n.network_hash = ${networkHash('u.id', '$2')}
  WHERE u.email = $1 AND n.last_signed_in_at > now() - interval '${OWN_FOR_DAYS} days'`);

/** For the personal data export. */
export const NETWORKS = sql<[userId: Uuid], { network: string; lastSignedInAt: Date }>(`
  SELECT encode(network_hash, 'hex') AS network, last_signed_in_at AS "lastSignedInAt" FROM account_networks
  WHERE user_id = $1 ORDER BY last_signed_in_at, network_hash`);

export const PURGE_NETWORKS = sql<[]>(
  `DELETE FROM account_networks WHERE last_signed_in_at < now() - interval '${OWN_FOR_DAYS} days'`,
);
