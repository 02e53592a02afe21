import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { DAY_MS, HOUR_MS } from '#libs/dates';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, In, MoreThan, Not } from 'typeorm';
import type { MailOrder } from '../../../platform/mails/mail-order.entity.js';
import { type MailContent, MailQueue } from '../../../platform/mails/mail-queue.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { actAsPerson } from '../account-events/act-as-person.js';
import { AddressChange } from '../addresses/address-change.entity.js';
import { isAddressTaken } from '../addresses/address-taken.js';
import { isOwnNetwork } from '../networks/own-networks.js';
import { personLock } from '../person-lock.js';
import { User } from '../user.entity.js';
import {
  addressChangeMail,
  addressRestoreMail,
  codesLockedMail,
  passwordResetMail,
  verificationMail,
} from './link-mails.js';
import { Verification, type VerificationPurpose } from './verification.entity.js';

/** How long the former address of an account can be restored. */
export const ADDRESS_HELD_MS = 7 * DAY_MS;

const LINK_LIFETIME_MS: Readonly<Record<VerificationPurpose, number>> = {
  password_reset: HOUR_MS,
  unlock_codes: HOUR_MS,
  email: DAY_MS,
  change_email: DAY_MS,
  restore_address: ADDRESS_HELD_MS,
};

/** The links that a person has mailed to the address of the account. */
type RequestedPurpose = 'password_reset' | 'email' | 'unlock_codes';

/** A valid mailed link, and the user whose account it is about. */
export interface ValidLink {
  link: Verification;
  user: User;
}

/** Mailed links: each proves that its holder reads the mail of an address. */
@Injectable()
export class MailedLinks implements OnModuleInit {
  constructor(
    private readonly settings: Settings,
    private readonly mailQueue: MailQueue,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    const { publicUrl, appUrl } = this.settings;
    const proof = (token: string) => `${publicUrl}/api/auth/verify-email?token=${token}`;
    this.mailQueue.registerComposer('email', async (tx, { recipient }) => {
      const user = await tx.findOneBy(User, { email: recipient, emailVerified: false });
      if (!user) return undefined;
      return verificationMail(user, publicUrl, proof(await this.issue(tx, user, 'email', recipient)));
    });
    this.mailQueue.registerComposer('password_reset', async (tx, { recipient }) => {
      const user = await tx.findOneBy(User, { email: recipient });
      if (!user) return undefined;
      const token = await this.issue(tx, user, 'password_reset', recipient);
      return passwordResetMail(user, publicUrl, `${appUrl}/reset-password?token=${token}`);
    });
    this.mailQueue.registerComposer('unlock_codes', async (tx, { recipient }) => {
      const user = await tx.findOneBy(User, { email: recipient, twoFactorEnabled: true });
      if (!user) return undefined;
      const token = await this.issue(tx, user, 'unlock_codes', recipient);
      return codesLockedMail(user, publicUrl, `${appUrl}/unlock-codes?token=${token}`);
    });
    this.mailQueue.registerComposer('change_email', (tx, order) => this.composeAddressChange(tx, order, proof));
    this.mailQueue.registerComposer('restore_address', (tx, order) => this.composeAddressRestore(tx, order));
    // Jobs queued by releases that did not limit mails yet.
    this.jobs.handle<{ email: string; purpose: 'password_reset' | 'email' }>('send_link', ({ email, purpose }) =>
      this.unitOfWork.run((change) => this.request(change, email, purpose)),
    );
  }

  /**
   * Orders the mail with a link. Whether an account has the address is checked when the mail is written, so that
   * neither the time nor the content of the response reveals it.
   */
  async request(change: ChangeContext, email: string, purpose: RequestedPurpose): Promise<void> {
    const isOwn = await isOwnNetwork(change.tx, email);
    await this.mailQueue.orderForRecipient(change, { kind: purpose, recipient: email }, isOwn);
  }

  /** The link of this token if it is valid; it stays usable. */
  async find(tx: EntityManager, token: string, ...purposes: VerificationPurpose[]): Promise<ValidLink | undefined> {
    const link = await tx.findOneBy(Verification, {
      tokenHash: hashOf(token),
      purpose: In(purposes),
      expiresAt: MoreThan(clock.now()),
    });
    const user = link && (await tx.findOneBy(User, { id: link.userId }));
    if (!link || !user) return undefined;
    // A link that was mailed to another address does not verify the account's present address.
    const isOwn = link.addressChangeId === null;
    return isOwn && link.email !== user.email ? undefined : { link, user };
  }

  /**
   * Uses the link up: exactly once, even under concurrency. Other changes of the person's sign-in methods wait for this
   * transaction. Who holds the link acts as the person from here on.
   */
  async redeem(
    change: ChangeContext,
    token: string,
    ...purposes: VerificationPurpose[]
  ): Promise<ValidLink | undefined> {
    const { tx } = change;
    const seen = await this.find(tx, token, ...purposes);
    if (!seen) return undefined;
    await change.lock(personLock(seen.user.id));
    const validLink = await this.find(tx, token, ...purposes);
    if (!validLink) return undefined;
    await tx.delete(Verification, { id: validLink.link.id });
    actAsPerson(validLink.user);
    return validLink;
  }

  /** Invalidates every link of a person except those that restore an address, which must stay valid. */
  async revokeAll(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(Verification, { userId, purpose: Not('restore_address') });
  }

  // Earlier links stay valid: otherwise anybody could invalidate a link that is on its way by requesting another.
  private async issue(
    tx: EntityManager,
    { id: userId }: Pick<User, 'id'>,
    purpose: VerificationPurpose,
    email: string,
    addressChangeId: string | null = null,
  ): Promise<string> {
    const token = randomToken();
    const expiresAt = clock.in(LINK_LIFETIME_MS[purpose]);
    await tx.insert(Verification, {
      id: newId(),
      userId,
      purpose,
      email,
      addressChangeId,
      expiresAt,
      tokenHash: hashOf(token),
    });
    return token;
  }

  private async composeAddressChange(
    tx: EntityManager,
    { subjectId }: MailOrder,
    proof: (token: string) => string,
  ): Promise<MailContent | undefined> {
    const change = await tx.findOneBy(AddressChange, { id: subjectId! });
    const user = change && (await tx.findOneBy(User, { id: change.userId }));
    if (!change || change.confirmedAt || !user) return undefined;
    if (await isAddressTaken(tx, change.email, user.id)) return undefined;
    const token = await this.issue(tx, user, 'change_email', change.email, change.id);
    return addressChangeMail(user, change.email, this.settings.publicUrl, proof(token));
  }

  private async composeAddressRestore(tx: EntityManager, { subjectId }: MailOrder): Promise<MailContent | undefined> {
    const { appUrl, publicUrl } = this.settings;
    const change = await tx.findOneBy(AddressChange, { id: subjectId! });
    const user = change && (await tx.findOneBy(User, { id: change.userId }));
    if (!user || !change.heldUntil || change.heldUntil <= clock.now()) return undefined;
    const token = await this.issue(tx, user, 'restore_address', change.formerEmail, change.id);
    const named = { name: user.name, email: change.email };
    return addressRestoreMail(named, change.formerEmail, publicUrl, `${appUrl}/restore-address?token=${token}`);
  }
}
