import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { quoted } from '../../../platform/mails/quoted.js';

/** Sent to the address of an account that has no other way to prove who is there. */
export const proofMail = (
  { name, email }: { name: string; email: string },
  service: string,
  code: string,
): MailContent => ({
  subject: 'Your confirmation code',
  text: `A user signed in to the account ${quoted(name)} with the email address ${email} at ${service} has to confirm their identity.\n\nIf this is you, enter this code within ten minutes: ${code}\n\nIf this is not you, do not share the code, and end all sessions of the account: another person is signed in to it.`,
});
