import type { SealedColumn, Shelf } from '#libs/secrets';

/** Where the seed of a factor is kept. */
export const shelfOf = (factorId: string): Shelf => ({ table: 'second_factors', row: factorId, column: 'seed' });

/** The seeds of all factors. */
export const SEALED_SEED: SealedColumn = {
  shelfOf,
  all: (queries) => queries.query('SELECT id AS row, seed AS stored FROM second_factors WHERE seed IS NOT NULL'),
  replace: (queries, ...values) =>
    queries.query('UPDATE second_factors SET seed = $3 WHERE id = $1 AND seed = $2', values),
};
