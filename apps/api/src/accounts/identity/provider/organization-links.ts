import type { EntityManager } from 'typeorm';
import { Account, ORGANIZATION } from '../account.entity.js';

/** The provider of an organization. */
export interface ProviderOfOrganization {
  organizationId: string;
  issuer: string;
}

const ofProvider = ({ organizationId, issuer }: ProviderOfOrganization) => ({
  provider: ORGANIZATION,
  organizationId,
  issuer,
});

/** The link of an account with a subject of the provider. */
export const linkOfSubject = (
  tx: EntityManager,
  provider: ProviderOfOrganization,
  subject: string,
): Promise<Account | null> => tx.findOneBy(Account, { ...ofProvider(provider), subject });

/** Whether an account is linked with any subject of the provider. */
export const isLinked = (tx: EntityManager, provider: ProviderOfOrganization, userId: string): Promise<boolean> =>
  tx.existsBy(Account, { ...ofProvider(provider), userId });

/** Ends the links of an account with the provider of an organization. */
export async function unlink(tx: EntityManager, organizationId: string, userId: string): Promise<void> {
  await tx.delete(Account, { provider: ORGANIZATION, organizationId, userId });
}

/** Links an account with a subject of the provider, in place of another one of the same provider. */
export async function linkSubject(
  tx: EntityManager,
  provider: ProviderOfOrganization,
  { id, userId, subject }: Pick<Account, 'id' | 'userId'> & { subject: string },
): Promise<void> {
  await tx.delete(Account, { userId, ...ofProvider(provider) });
  await tx.insert(Account, { id, userId, ...ofProvider(provider), subject, passwordHash: null });
}
