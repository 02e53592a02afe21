import type { EntityManager } from 'typeorm';
import { isAddressTaken } from './addresses/address-taken.js';
import { User } from './user.entity.js';

/**
 * An account without a password, which an organization manages: its provider says whose the address is, at a domain
 * that it has proved. Undefined: another account has the address, or had it lately.
 */
export async function insertManagedAccount(
  tx: EntityManager,
  organizationId: string,
  { id, email, name }: Pick<User, 'id' | 'email' | 'name'>,
): Promise<User | undefined> {
  if (await isAddressTaken(tx, email)) return undefined;
  await tx.insert(User, { id, name, email, emailVerified: true, image: null, managedBy: organizationId });
  // Somebody may have taken it at the same moment.
  if (await isAddressTaken(tx, email, id)) return undefined;
  return tx.findOneByOrFail(User, { id });
}

/**
 * Gives a managed account the name and the address that its provider says; false: another account has the address, or
 * had it lately. Call with the person locked.
 */
export async function followProvider(
  tx: EntityManager,
  { id, email: before }: User,
  { email, name }: Pick<User, 'email' | 'name'>,
): Promise<boolean> {
  const isTaken = async (): Promise<boolean> => email !== before && (await isAddressTaken(tx, email, id));
  if (await isTaken()) return false;
  await tx.update(User, { id }, { email, name });
  return !(await isTaken());
}

/** An organization manages the account of somebody no more, who belongs to it no more. */
export async function releaseAccount(tx: EntityManager, organizationId: string, userId: string): Promise<void> {
  await tx.update(User, { id: userId, managedBy: organizationId }, { managedBy: null });
}

/** Whose provider names the address has shown that it is theirs. */
export async function verifyByProvider(tx: EntityManager, { id }: User): Promise<void> {
  await tx.update(User, { id }, { emailVerified: true });
}
