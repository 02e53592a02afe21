import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { Challenge } from '../second-factor/challenge.entity.js';
import { END_BY_PROVIDER, END_OF_PROVIDER, FORGET_PROVIDER } from './sessions.sql.js';

/**
 * Ends what began by the provider that an organization had; but for the caller's session, which counts as begun
 * otherwise.
 */
export async function endProviderSessions(
  tx: EntityManager,
  organizationId: string,
  calling: string | null,
): Promise<void> {
  await query(tx, END_OF_PROVIDER, [organizationId, calling]);
  await query(tx, FORGET_PROVIDER, [organizationId]);
  await tx.delete(Challenge, { providerOrganizationId: organizationId });
}

/** Ends the sessions of a person that began by the provider of an organization. */
export async function endSessionsByProvider(tx: EntityManager, organizationId: string, userId: string): Promise<void> {
  await query(tx, END_BY_PROVIDER, [organizationId, userId]);
  await tx.delete(Challenge, { providerOrganizationId: organizationId, userId });
}
