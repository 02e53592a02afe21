import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type MailContent, MailQueue } from '../../mails/mail-queue.service.js';
import type { ChangeContext } from '../../work/change-context.js';
import { invitationMail } from './invitation-mail.js';
import { STORE_SECRET } from './invitations.sql.js';

/** The kind of invitation mails. */
const INVITATION = 'invitation';

/** Mails invitations. The secret of a link is created when its mail is written, so that it is never in the queue. */
@Injectable()
export class InvitationMails implements OnModuleInit {
  constructor(
    private readonly settings: Settings,
    private readonly mailQueue: MailQueue,
  ) {}

  onModuleInit(): void {
    this.mailQueue.registerComposer(INVITATION, (tx, { subjectId }) => this.compose(tx, subjectId!));
  }

  /**
   * Orders the mail of an invitation; one that is already scheduled is not sent twice.
   * @throws RateLimited if the organization has had too many invitations sent, to this address or in total
   */
  async request(change: ChangeContext, organizationId: string, invitationId: string, email: string): Promise<void> {
    await this.mailQueue.orderForOrganization(change, organizationId, {
      kind: INVITATION,
      recipient: email,
      subjectId: invitationId,
    });
  }

  /**
   * Writes the mail of an invitation with a new secret, which replaces the former one; undefined if the invitation is
   * no longer open.
   */
  async compose(tx: EntityManager, invitationId: string): Promise<MailContent | undefined> {
    const token = randomToken();
    const [invitation] = await query(tx, STORE_SECRET, [invitationId, hashOf(token)]);
    if (!invitation) return undefined;
    const { role, organization, name, email } = invitation;
    const link = `${this.settings.appUrl}/accept-invitation?id=${invitationId}&token=${token}`;
    return invitationMail({ organization, inviter: { name, email }, role, link });
  }
}
