import { query } from '#libs/database';
import type { EncryptedColumn, SecretLocation } from '#libs/secrets';
import { REPLACE_SEED, STORED_SEEDS } from './second-factor.sql.js';

/** Where the seed of a factor is stored. */
export const seedLocation = (factorId: string): SecretLocation => ({
  table: 'second_factors',
  row: factorId,
  column: 'seed',
});

/** The seeds of all second factors. */
export const ENCRYPTED_SEED: EncryptedColumn = {
  locationOf: seedLocation,
  all: (queries) => query(queries, STORED_SEEDS, []),
  replace: (queries, { row, stored }, encrypted) => query(queries, REPLACE_SEED, [row, stored, encrypted]),
};
