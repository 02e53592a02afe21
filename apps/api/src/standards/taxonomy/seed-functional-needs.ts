import type { EntityManager } from 'typeorm';
import { FUNCTIONAL_NEEDS } from './built-in-needs.js';
import { FunctionalNeed } from './functional-need.entity.js';

/** Puts the functional needs in place, or corrects them; their ids are the same everywhere. */
export async function seedFunctionalNeeds(tx: EntityManager): Promise<void> {
  await tx.upsert(FunctionalNeed, [...FUNCTIONAL_NEEDS], ['id']);
}
