import { query } from '#libs/database';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { followProvider, insertManagedAccount } from '../../../accounts/identity/managed-accounts.js';
import { User } from '../../../accounts/identity/user.entity.js';
import { Member } from '../../../accounts/organizations/members/member.entity.js';
import { domainOfAddress } from '../../../accounts/single-sign-on/domains/domain-name.js';
import { isHeldElsewhere, provedDomains } from '../../../accounts/single-sign-on/domains/proved-domains.js';
import { invalidValue, NotUnique } from '../protocol/errors.js';
import { HAS_USER, HAS_USER_NAME } from './people.sql.js';
import { ProvisionedPerson } from './provisioned-person.entity.js';

/** Refuses an address at a domain that the organization has not proved. @throws ScimBadRequest */
export async function requireProvedDomain(tx: EntityManager, organizationId: string, email: string): Promise<void> {
  const domain = domainOfAddress(email);
  if (!(await provedDomains(tx, organizationId)).includes(domain))
    throw invalidValue(
      `The domain ${domain} is not verified for this organization. An owner can verify it in the settings.`,
    );
}

/** @throws NotUnique */
export async function requireOwnUserName(
  tx: EntityManager,
  organizationId: string,
  userName: string,
  except: string | null,
): Promise<void> {
  if ((await query(tx, HAS_USER_NAME, [organizationId, userName, except])).length > 0)
    throw new NotUnique('The organization already has a person with this userName.');
}

/** The member who has an address, proved or not, and of whom the provider has not told as somebody else. */
export async function memberAt(tx: EntityManager, organizationId: string, email: string): Promise<string | undefined> {
  const user = await tx.findOneBy(User, { email });
  if (!user || !(await tx.existsBy(Member, { organizationId, userId: user.id }))) return undefined;
  return (await tx.existsBy(ProvisionedPerson, { organizationId, userId: user.id })) ? undefined : user.id;
}

/**
 * The account of a person whose address is at a proved domain: a new one, which the organization manages; the one that
 * it manages already; or that of somebody who belongs to it. Null: the address is somebody's who does not, and whose
 * account only they can link. Call with the organization locked.
 * @throws NotUnique where the account is another person's here, or comes in without the provider
 */
export async function accountOf(
  tx: EntityManager,
  organizationId: string,
  { email, name }: { email: string; name: string },
): Promise<User | null> {
  const user = await tx.findOneBy(User, { email });
  if (!user) {
    const made = await insertManagedAccount(tx, organizationId, { id: newId(), email, name });
    if (!made) throw addressTaken();
    return made;
  }
  const member = await tx.findOneBy(Member, { organizationId, userId: user.id });
  const isManaged = user.managedBy === organizationId;
  if (!isManaged && !(member && user.emailVerified)) return null;
  if (member?.recovery) throw new NotUnique('This person signs in without the provider.');
  if ((await query(tx, HAS_USER, [organizationId, user.id])).length > 0)
    throw new NotUnique('This account already belongs to another person of the organization.');
  return user;
}

const addressTaken = (): NotUnique => new NotUnique('This email address belongs to another account, or did recently.');

/**
 * Has an account that the organization manages follow what the provider says, unless its address is at a domain that
 * another organization has proved since. Call with the person locked.
 * @throws NotUnique; ScimBadRequest where it would get another address then
 */
export async function followPerson(
  tx: EntityManager,
  user: User,
  input: { email: string; name: string },
): Promise<void> {
  if (user.email === input.email && user.name === input.name) return;
  const domain = domainOfAddress(user.email);
  if (user.managedBy && (await isHeldElsewhere(tx, user.managedBy, domain))) {
    if (user.email === input.email) return;
    throw invalidValue(
      `The account is at the domain ${domain} of another organization. Its email address cannot be changed.`,
    );
  }
  if (!(await followProvider(tx, user, input))) throw addressTaken();
}
