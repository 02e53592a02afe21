import type { Role } from '../../../platform/http/policy.js';
import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { quoted } from '../../../platform/mails/quoted.js';

/** The data of an invitation mail. */
export interface InvitationMailData {
  organization: string;
  /** The address is null unless it is verified: nobody writes in another's name. */
  inviter: { name: string; email: string | null };
  role: Role;
  /** The link to answer the invitation, with its secret. */
  link: string;
}

/** The mail of an invitation. Names chosen by other people are in quotation marks. */
export function invitationMail({ organization, inviter, role, link }: InvitationMailData): MailContent {
  const sender = inviter.email === null ? quoted(inviter.name) : `${quoted(inviter.name)} (${inviter.email})`;
  return {
    subject: `Invitation to join ${quoted(organization)}`,
    text: `${sender} invites you to join the organization ${quoted(organization)} on Curbcut, with the role ${role}.\n\nOpen this link within a week to accept or decline the invitation:\n${link}\n\nDo not share this link: it lets any other person join in your place. If you do not know the sender, ignore this email.\n`,
  };
}
