import { newId } from '#libs/ids';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { PictureFiles } from '../../../platform/picture-files/picture-files.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { Account, OIDC } from '../account.entity.js';
import { AccountRecovery } from '../addresses/account-recovery.service.js';
import { isAddressTaken } from '../addresses/address-taken.js';
import { personLock } from '../person-lock.js';
import { AccessKinds } from '../recovery/access-kinds.js';
import type { MadeAccess } from '../recovery/made-access.js';
import { noteMadeBy } from '../recovery/note-made.js';
import { type InvitationProof, SignUpPolicy } from '../sign-in/sign-up-policy.js';
import { User } from '../user.entity.js';
import type { ProviderIdentity } from './oidc-claims.js';
import { accountNotLinked, emailNotFound } from './oidc-errors.js';

/** Finds or creates the account of a person who signs in with a provider. */
@Injectable()
export class ProviderAccounts implements OnModuleInit {
  constructor(
    private readonly signUpPolicy: SignUpPolicy,
    private readonly recovery: AccountRecovery,
    private readonly kinds: AccessKinds,
    private readonly files: PictureFiles,
  ) {}

  onModuleInit(): void {
    this.kinds.register({
      kind: PROVIDER_LINK,
      suspend: async ({ tx }, recoveryId, made) => {
        await tx.update(Account, { id: In(recordIds(made)), suspendedBy: IsNull() }, { suspendedBy: recoveryId });
        const suspended = await tx.findBy(Account, { id: In(recordIds(made)), suspendedBy: recoveryId });
        return suspended.map(({ id: recordId }) => ({ recordId }));
      },
      resume: async ({ tx }, suspendedBy, made) => {
        await tx.update(Account, { id: In(recordIds(made)), suspendedBy }, { suspendedBy: null });
      },
      end: async ({ tx }, suspendedBy, made) => {
        await tx.delete(Account, { id: In(recordIds(made)), suspendedBy });
      },
    });
  }

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
    const recordId = newId();
    await tx.insert(Account, { id: recordId, userId: user.id, ...link });
    // Nobody else can have made the link that an account begins with.
    if (existing) {
      const made = { kind: PROVIDER_LINK, recordId, organizationId: null, title: issuer };
      await noteMadeBy(tx, { userId: user.id, fresh: true }, made);
    }
    return { user, isNew: !existing };
  }

  private async findLinked(change: ChangeContext, issuer: string, subject: string): Promise<User | undefined> {
    const { tx } = change;
    const account = await tx.findOneBy(Account, { provider: OIDC, issuer, subject });
    if (!account) return undefined;
    // A concurrent account recovery may have removed this link.
    await change.lock(personLock(account.userId));
    if (!(await tx.existsBy(Account, { id: account.id, suspendedBy: IsNull() }))) throw accountNotLinked();
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
    await tx.insert(User, { id, name, email, emailVerified, image: null, imageToFetch: image });
    if (image !== null) await this.files.fetchLater(tx, { userId: id, address: image });
    if (await isAddressTaken(tx, email, id)) throw accountNotLinked();
    return tx.findOneByOrFail(User, { id });
  }
}

/** The kind of links to a provider's account among what people make. */
export const PROVIDER_LINK = 'provider_link';

const recordIds = (made: readonly MadeAccess[]): string[] => made.map(({ recordId }) => recordId);
