import type { Role } from '#libs/access';
import { Settings } from '#libs/config';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailQueue, type MailContent } from '../../mails/mail-queue.service.js';
import type { Unit } from '../../work/unit.js';
import { invitationMail } from './invitation-mail.js';
import { isOpen } from './open-invitation.js';

/** The kind of these mails. */
const INVITATION = 'invitation';

interface MailedInvitation {
  role: Role;
  organization: string;
  name: string;
  email: string;
}

/** Mails invitations. The secret of a link is made when its letter is written, so that it never lies in the queue. */
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
   * Has an invitation mailed; one that still waits to be sent is sent once.
   * @throws RateLimited when the organization has had too many sent, to this address or in all
   */
  async request(unit: Unit, organizationId: string, invitationId: string, email: string): Promise<void> {
    await this.mailQueue.orderForOrganization(unit, organizationId, {
      kind: INVITATION,
      recipient: email,
      subjectId: invitationId,
    });
  }

  /** The letter of an invitation with a new secret, which ends the one before; undefined when it is open no more. */
  async compose(tx: EntityManager, invitationId: string): Promise<MailContent | undefined> {
    const token = randomToken();
    const [[invitation]] = await tx.query<[MailedInvitation[], number]>(
      `UPDATE invitations i SET token_hash = $2 FROM organizations o, users u
       WHERE i.id = $1 AND ${isOpen('i')} AND o.id = i.organization_id AND u.id = i.inviter_id
       RETURNING i.role, o.name AS organization, u.name, u.email`,
      [invitationId, hashOf(token)],
    );
    if (!invitation) return undefined;
    const { role, organization, name, email } = invitation;
    const link = `${this.settings.appUrl}/accept-invitation?id=${invitationId}&token=${token}`;
    return invitationMail({ organization, inviter: { name, email }, role, link });
  }
}
