import type { DataSource } from 'typeorm';
import { seedStandards } from '../standards/seed-standards.js';
import { seedFunctionalNeeds } from '../taxonomy/seed-functional-needs.js';

/** Inserts or updates the built-in data; idempotent. */
export async function seed(database: DataSource): Promise<void> {
  await database.transaction(async (tx) => {
    await seedFunctionalNeeds(tx);
    await seedStandards(tx);
  });
}
