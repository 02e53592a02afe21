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
    text: `${sender} invites you to join the organization ${quoted(organization)} on Curbcut, with the role ${role}.

Open this link within a week to accept or reject the invitation:
${link}

The link is for you alone: whoever has it can join in your place. If you do not know who invites you, leave this mail alone; nothing happens then.
`,
  };
}
