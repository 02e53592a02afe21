import type { EncryptedColumn, SecretLocation } from '#libs/secrets';

/** Where the seed of a factor is stored. */
export const seedLocation = (factorId: string): SecretLocation => ({
  table: 'second_factors',
  row: factorId,
  column: 'seed',
});

/** The seeds of all second factors. */
export const ENCRYPTED_SEED: EncryptedColumn = {
  locationOf: seedLocation,
  all: (queries) => queries.query('SELECT id AS row, seed AS stored FROM second_factors WHERE seed IS NOT NULL'),
  replace: (queries, { row, stored }, encrypted) =>
    queries.query('UPDATE second_factors SET seed = $3 WHERE id = $1 AND seed = $2', [row, stored, encrypted]),
};
