import { Settings } from '#libs/config';
import { hashOf } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type MailContent, MailQueue } from '../../../platform/mails/mail-queue.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { newDeviceMail } from './new-device-mail.js';

/** The kind of these mails. */
const NEW_DEVICE = 'new_device';

/** Tells people by mail, whatever they have chosen of other mails, that somebody signs in from where they never did. */
@Injectable()
export class NewDeviceMails implements OnModuleInit {
  constructor(
    private readonly mailQueue: MailQueue,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.mailQueue.registerComposer(NEW_DEVICE, (tx, { recipient, subjectId }) =>
      this.compose(tx, recipient, subjectId!),
    );
  }

  /** Orders the mail of a session that begins. An address that nobody has verified may be another's. */
  async order(change: ChangeContext, { email, emailVerified }: User, token: string): Promise<void> {
    if (!emailVerified) return;
    const { id: subjectId } = await change.tx.findOneByOrFail(Session, { tokenHash: hashOf(token) });
    await this.mailQueue.orderForRecipient(change, { kind: NEW_DEVICE, recipient: email, subjectId }, false);
  }

  private async compose(tx: EntityManager, email: string, id: string): Promise<MailContent | undefined> {
    const user = await tx.findOneBy(User, { email });
    if (!user) return undefined;
    const session = await tx.findOneBy(Session, { id, userId: user.id });
    return newDeviceMail(user, session ?? undefined, this.settings.publicUrl);
  }
}
