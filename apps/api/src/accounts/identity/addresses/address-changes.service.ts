import { clock } from '#libs/clock';
import { InvalidInput } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { MailQueue } from '../../../platform/mails/mail-queue.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { personalEvent } from '../account-events/personal-events.js';
import { InvalidToken } from '../errors.js';
import { ADDRESS_HELD_MS, MailedLinks, type ValidLink } from '../mailed-links/mailed-links.js';
import { Passwords } from '../passwords/passwords.service.js';
import { lockSession } from '../sessions/lock-session.js';
import type { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { AccountRecovery } from './account-recovery.service.js';
import { AddressChange } from './address-change.entity.js';
import { isAddressTaken } from './address-taken.js';

/** Changes the email address of an account, and restores the former one. */
@Injectable()
export class AddressChanges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly mailQueue: MailQueue,
    private readonly links: MailedLinks,
    private readonly recovery: AccountRecovery,
  ) {}

  /**
   * Mails the new address a link to confirm it. Whether the address is free is checked when the mail is written, so
   * that the response does not reveal it. An earlier pending change is dropped.
   * @throws FreshProofRequired; InvalidInput for the present address
   */
  async request({ id: userId }: User, session: Session, email: string): Promise<void> {
    await this.passwords.requireFresh({ id: userId }, session);
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await lockSession(change, session);
      const user = await tx.findOneByOrFail(User, { id: userId });
      if (user.email === email) throw sameAddress();
      await tx.delete(AddressChange, { userId, confirmedAt: IsNull() });
      const [id, requestedAt] = [newId(), clock.now()];
      const former = { formerEmail: user.email, formerVerified: user.emailVerified };
      await tx.insert(AddressChange, { id, userId, ...former, email, requestedAt });
      // The new address has no networks of its own.
      const order = { kind: 'change_email', recipient: email, subjectId: id };
      await this.mailQueue.orderForRecipient(change, order, false);
      const changes = [{ field: 'email', from: user.email, to: email }];
      change.record(personalEvent('user.address_change_requested', user, changes));
    });
  }

  /** Gives the account its new address, which was confirmed by a link that is now used up. */
  async confirm(context: ChangeContext, { link, user }: ValidLink): Promise<void> {
    const { tx } = context;
    const change = await tx.findOneBy(AddressChange, { id: link.addressChangeId! });
    if (!change || change.confirmedAt || change.formerEmail !== user.email) throw new InvalidToken();
    const { id, email, formerEmail } = change;
    if (await isAddressTaken(tx, email, user.id)) throw new InvalidToken();
    const now = clock.millis();
    const formerVerified = user.emailVerified;
    const heldUntil = formerVerified ? new Date(now + ADDRESS_HELD_MS) : null;
    await tx.update(AddressChange, { id }, { confirmedAt: new Date(now), formerVerified, heldUntil });
    await tx.update(User, { id: user.id }, { email, emailVerified: true });
    if (await isAddressTaken(tx, email, user.id)) throw new InvalidToken();
    await this.links.revokeAll(tx, user.id);
    // This mail is sent regardless of limits: it is the only way to get the account back.
    if (formerVerified)
      await this.mailQueue.orderUnlimited(tx, { kind: 'restore_address', recipient: formerEmail, subjectId: id });
    context.record(personalEvent('user.address_changed', user, [{ field: 'email', from: formerEmail, to: email }]));
  }

  /**
   * Restores the former address of the account, and ends the access of whoever changed it.
   * @throws InvalidToken
   */
  async restore(token: string): Promise<void> {
    await this.unitOfWork.run(async (context) => {
      const { tx } = context;
      const validLink = await this.links.redeem(context, token, 'restore_address');
      const change = validLink && (await tx.findOneBy(AddressChange, { id: validLink.link.addressChangeId! }));
      if (!change?.heldUntil || change.heldUntil <= clock.now()) throw new InvalidToken();
      const { user } = validLink!;
      const { formerEmail: email, requestedAt } = change;
      await tx.update(User, { id: user.id }, { email, emailVerified: true });
      if (await isAddressTaken(tx, email, user.id)) throw new InvalidToken();
      await this.recovery.undoSince(context, { ...user, email }, requestedAt);
      context.record(personalEvent('user.address_restored', user, [{ field: 'email', from: user.email, to: email }]));
    });
  }
}

const sameAddress = (): InvalidInput =>
  new InvalidInput([
    { path: '/newEmail', code: 'not_allowed', message: 'This is already the email address of the account.' },
  ]);
