import { execute, query } from '#libs/database';
import type { EncryptedColumn, SecretLocation } from '#libs/secrets';
import { KEYS_OF_SEEDS, NEXT_SEEDS, REPLACE_SEEDS } from './second-factor.sql.js';

/** Where the seed of a factor is stored. */
export const seedLocation = (factorId: string): SecretLocation => ({
  table: 'second_factors',
  row: factorId,
  column: 'seed',
});

/** The seeds of all second factors. */
export const ENCRYPTED_SEED: EncryptedColumn = {
  name: 'second factors',
  locationOf: seedLocation,
  next: (queries, after, prefix, count) => query(queries, NEXT_SEEDS, [after?.row ?? null, prefix, count]),
  replace: (queries, found, encrypted) =>
    execute(queries, REPLACE_SEEDS, [found.map(({ row }) => row), found.map(({ stored }) => stored), encrypted]),
  keys: (queries) => query(queries, KEYS_OF_SEEDS, []),
};
