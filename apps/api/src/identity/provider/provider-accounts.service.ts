import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import type { ChangeContext } from '../../work/change-context.js';
import { Account, OIDC } from '../account.entity.js';
import { AccountRecovery } from '../addresses/account-recovery.service.js';
import { isAddressTaken } from '../addresses/address-taken.js';
import { personLock } from '../person-lock.js';
import { type InvitationProof, SignUpPolicy } from '../sign-in/sign-up-policy.js';
import { User } from '../user.entity.js';
import type { ProviderIdentity } from './oidc-claims.js';
import { accountNotLinked, emailNotFound } from './oidc-errors.js';

/** Finds or creates the account of a person who signs in with a provider. */
@Injectable()
export class ProviderAccounts {
  constructor(
    private readonly signUpPolicy: SignUpPolicy,
    private readonly recovery: AccountRecovery,
  ) {}

  /**
   * The user of this person: one linked by issuer and subject, one whose never-verified account they claim, or a new
   * one. No other account is linked by its address alone.
   * @throws Forbidden
   */
  async userOf(
    change: ChangeContext,
    person: ProviderIdentity,
    proof: InvitationProof | undefined,
  ): Promise<{ user: User; isNew: boolean }> {
    const { tx } = change;
    const { issuer, subject, email, emailVerified } = person;
    const known = await this.findLinked(change, issuer, subject);
    if (known) return { user: known, isNew: false };
    if (email === undefined) throw emailNotFound();
    const existing = await tx.findOneBy(User, { email });
    if (existing && !emailVerified) throw accountNotLinked();
    const user = existing
      ? await this.claimUnverified(change, existing)
      : await this.create(change, person, email, proof);
    const link = { provider: OIDC, issuer, subject, passwordHash: null };
    await tx.insert(Account, { id: newId(), userId: user.id, ...link });
    return { user, isNew: !existing };
  }

  private async findLinked(change: ChangeContext, issuer: string, subject: string): Promise<User | undefined> {
    const { tx } = change;
    const account = await tx.findOneBy(Account, { provider: OIDC, issuer, subject });
    if (!account) return undefined;
    // A concurrent account recovery may have removed this link.
    await change.lock(personLock(account.userId));
    if (!(await tx.existsBy(Account, { id: account.id }))) throw accountNotLinked();
    return tx.findOneByOrFail(User, { id: account.userId });
  }

  private async claimUnverified(change: ChangeContext, { id, email }: User): Promise<User> {
    // Somebody else may have verified the address concurrently; then the account is theirs.
    await change.lock(personLock(id));
    const user = await change.tx.findOneBy(User, { id, email, emailVerified: false });
    if (!user) throw accountNotLinked();
    await this.recovery.claimUnverified(change, user);
    await change.tx.update(User, { id }, { emailVerified: true });
    return { ...user, emailVerified: true };
  }

  private async create(
    change: ChangeContext,
    { name, image, ...person }: ProviderIdentity,
    email: string,
    proof: InvitationProof | undefined,
  ): Promise<User> {
    const { tx } = change;
    if (await isAddressTaken(tx, email)) throw accountNotLinked();
    const isInvited = await this.signUpPolicy.admit(change, { email, isEmailTrusted: person.emailVerified, proof });
    const emailVerified = person.emailVerified || isInvited;
    const id = newId();
    await tx.insert(User, { id, name, email, emailVerified, image });
    if (await isAddressTaken(tx, email, id)) throw accountNotLinked();
    return tx.findOneByOrFail(User, { id });
  }
}
