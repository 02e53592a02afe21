import type { DataSource } from 'typeorm';
import { seedStandards } from './standards/seed-standards.js';
import { seedFunctionalNeeds } from './taxonomy/seed-functional-needs.js';

/** Puts the built-in data in place; finds nothing to do when it is there. */
export async function seed(database: DataSource): Promise<void> {
  await database.transaction(async (tx) => {
    await seedFunctionalNeeds(tx);
    await seedStandards(tx);
  });
}
