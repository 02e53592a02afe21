import { query } from '#libs/database';
import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditsModule } from '../../records/audits/audits.module.js';
import { CommentsModule } from '../../records/comments/comments.module.js';
import { IdentityModule } from '../../accounts/identity/identity.module.js';
import { AccountHookRegistry } from '../../accounts/identity/leaving/account-hooks.js';
import { CommentNotices } from './comment-notices.service.js';
import { Notices } from './notices.service.js';
import { Reminders } from './reminders.service.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';
import { MailSettingsController } from './mail/mail-settings.controller.js';
import { MailSettings } from './mail/mail-settings.service.js';
import { NotificationMails } from './mail/notification-mails.service.js';
import { OneClickController, UnsubscribePageController } from './mail/unsubscribe.controller.js';
import { PageResponder } from '../../accounts/mail-pages/page-responder.js';
import { NotificationStreams } from './streams/notification-streams.service.js';
import { EXPORT_NOTIFICATIONS, FORGET_ACTOR } from './notifications.sql.js';

/** What people are told of what concerns them. */
@Module({
  imports: [AuditsModule, CommentsModule, IdentityModule],
  controllers: [NotificationsController, MailSettingsController, UnsubscribePageController, OneClickController],
  providers: [
    NotificationsService,
    CommentNotices,
    Notices,
    Reminders,
    NotificationStreams,
    NotificationMails,
    MailSettings,
    PageResponder,
  ],
})
export class NotificationsModule implements OnModuleInit {
  constructor(private readonly accountHooks: AccountHookRegistry) {}

  onModuleInit(): void {
    this.accountHooks.register({
      beforeDelete: async ({ tx }, { id }) => void (await query(tx, FORGET_ACTOR, [id])),
      exportData: async (tx, { id }) => ({ notifications: await query(tx, EXPORT_NOTIFICATIONS, [id]) }),
    });
  }
}
