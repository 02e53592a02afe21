import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { quoted } from '../../../platform/mails/quoted.js';

/** Sent to the address of an account that has no other way to prove who is there. */
export const proofMail = (
  { name, email }: { name: string; email: string },
  service: string,
  code: string,
): MailContent => ({
  subject: 'Your code',
  text: `Somebody who is signed in to the account ${quoted(name)} with the address ${email} at ${service} wants to do something that needs a proof of who they are.

If it is you, enter this code within ten minutes: ${code}

If it is not you, give the code to nobody, and end all sessions of the account: somebody else is signed in to it.`,
});
