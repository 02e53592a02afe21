import { Settings } from '#libs/config';
import { inTransaction, query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { mailPreferencesOf, unsubscribeKey } from '../../../accounts/identity/preferences/mail-preferences.js';
import { User } from '../../../accounts/identity/user.entity.js';
import type { MailOrder } from '../../../platform/mails/mail-order.entity.js';
import { type MailContent, MailQueue } from '../../../platform/mails/mail-queue.service.js';
import { notificationDto } from '../notification-dto.js';
import { choiceOf } from './mail-choices.js';
import { MAIL_NOTHING, MAILED, TAKE_TO_MAIL, TO_MAIL } from './mail.sql.js';
import { notificationMail } from './notification-mail.js';
import { unsubscribeToken } from './unsubscribe-token.js';

/** The kind of these mails. */
const NOTIFICATIONS = 'notifications';
/** How many people are mailed to at once. */
const AT_ONCE = 500;
const UNLIMITED = 2_147_483_647;

/** Mails what people are told, when they want it: all that is due goes into one mail. */
@Injectable()
export class NotificationMails implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly mailQueue: MailQueue,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.mailQueue.registerComposer(NOTIFICATIONS, (tx, order) => this.compose(tx, order));
    this.jobs.schedule('* * * * *', 'mail_notifications', () => this.order());
  }

  private async order(): Promise<void> {
    const { perHour } = this.settings.mailLimits;
    await query(this.database.manager, MAIL_NOTHING, []);
    for (;;) {
      const people = await query(this.database.manager, TO_MAIL, [perHour === 0 ? UNLIMITED : perHour, AT_ONCE]);
      for (const { userId, email: recipient } of people)
        await inTransaction(this.database, async (tx) => {
          const orderId = await this.mailQueue.orderUnlimited(tx, {
            kind: NOTIFICATIONS,
            recipient,
            subjectId: userId,
          });
          await query(tx, TAKE_TO_MAIL, [userId, orderId]);
        });
      if (people.length < AT_ONCE) return;
    }
  }

  /** Nothing where all was read, or may not be read any more, or is not wanted by now. */
  private async compose(tx: EntityManager, { id, recipient, subjectId }: MailOrder): Promise<MailContent | undefined> {
    const user = await tx.findOneBy(User, { id: subjectId!, email: recipient });
    if (!user) return undefined;
    const { choices, language } = (await mailPreferencesOf(tx, [user.id]))(user.id);
    const rows = (await query(tx, MAILED, [user.id, id])).filter(({ kind }) => choiceOf(choices, kind) !== 'never');
    if (rows.length === 0) return undefined;
    const token = unsubscribeToken(user.id, await unsubscribeKey(tx, user.id));
    const { publicUrl } = this.settings;
    return notificationMail(
      rows.map((row) => notificationDto(row, this.settings)),
      language ?? 'en',
      { oneClick: `${publicUrl}/api/mail/unsubscribe?token=${token}`, page: `${publicUrl}/unsubscribe?token=${token}` },
    );
  }
}
