import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { RateLimited } from '#libs/errors';
import { Jobs } from '#libs/jobs';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { type MailContent, MailQueue } from '../../../platform/mails/mail-queue.service.js';
import { MailOrder } from '../../../platform/mails/mail-order.entity.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { invitationMail } from './invitation-mail.js';
import { OF_UNVERIFIED, STORE_SECRET, UNMAILED } from './invitations.sql.js';

/** The kind of invitation mails. */
const INVITATION = 'invitation';

/** Mails invitations. The secret of a link is created when its mail is written, so that it is never in the queue. */
@Injectable()
export class InvitationMails implements OnModuleInit {
  constructor(
    private readonly settings: Settings,
    private readonly mailQueue: MailQueue,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('* * * * *', 'mail_held_invitations', () => this.requestHeld());
    this.mailQueue.registerComposer(INVITATION, (tx, { subjectId }) => this.compose(tx, subjectId!));
  }

  /**
   * Orders the mail of an invitation, and has an account of that address told; one that is already scheduled is not sent twice. Where mails reach people, that
   * of an inviter whose address is not verified is held until it is.
   * @throws RateLimited if the organization has had too many invitations sent, to this address or in total
   */
  async request(change: ChangeContext, organizationId: string, invitationId: string, email: string): Promise<void> {
    const { tx } = change;
    if (this.settings.smtpUrl && (await query(tx, OF_UNVERIFIED, [organizationId, invitationId])).length > 0) return;
    change.tell({ kind: 'invited', organizationId, invitationId });
    await this.mailQueue.orderForOrganization(change, organizationId, {
      kind: INVITATION,
      recipient: email,
      subjectId: invitationId,
    });
  }

  /** Orders the mails that were held for inviters whose addresses are verified now; over a limit they wait longer. */
  async requestHeld(): Promise<void> {
    if (!this.settings.smtpUrl) return;
    for (const { organizationId, id, email } of await query(this.database, UNMAILED, [])) {
      const isOrdered = await this.database.manager.existsBy(MailOrder, { subjectId: id, settledAt: IsNull() });
      if (isOrdered) continue;
      try {
        await this.unitOfWork.run((change) => this.request(change, organizationId, id, email));
      } catch (error) {
        if (!(error instanceof RateLimited)) throw error;
      }
    }
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
