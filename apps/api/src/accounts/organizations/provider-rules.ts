import type { EntityManager } from 'typeorm';
import { Organization } from './organization.entity.js';

/** What an organization asks of who comes in, for the rules of admission. */
export interface ProviderRules {
  /** Whether people must have come in by its provider. */
  required: boolean;
  /** Whether who has needs no second factor in it. */
  countsAsFactor: boolean;
}

export const NO_PROVIDER: ProviderRules = { required: false, countsAsFactor: false };

/** Call with the organization locked. */
export async function setProviderRules(
  tx: EntityManager,
  id: string,
  { required, countsAsFactor }: ProviderRules,
): Promise<void> {
  await tx.update(Organization, { id }, { requireProvider: required, providerCountsAsFactor: countsAsFactor });
}

/** What an organization asks now. */
export async function providerRulesOf(tx: EntityManager, id: string): Promise<ProviderRules> {
  const { requireProvider, providerCountsAsFactor } = await tx.findOneByOrFail(Organization, { id });
  return { required: requireProvider, countsAsFactor: providerCountsAsFactor };
}
