import type { EntityManager } from 'typeorm';
import { Account } from '../account.entity.js';
import { User } from '../user.entity.js';

/**
 * Nobody comes in any more by the provider of an organization that is gone, and the accounts that it managed are their
 * people's again.
 */
export async function endLinks(tx: EntityManager, organizationId: string): Promise<void> {
  await tx.delete(Account, { organizationId });
  await tx.update(User, { disabledBy: organizationId }, { disabledAt: null, disabledBy: null });
  await tx.update(User, { managedBy: organizationId }, { managedBy: null });
}
