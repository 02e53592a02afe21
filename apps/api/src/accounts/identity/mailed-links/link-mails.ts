import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { quoted } from '../../../platform/mails/quoted.js';

/** The account that a mail is about. */
interface MailedAccount {
  name: string;
  email: string;
}

const IGNORE_UNEXPECTED =
  'If you did not sign up, leave this mail and the account alone: do not open the link, and enter no password.';

/** Sent to the address of a new account. `service` is the URL of the service, `link` the secret link. */
export const verificationMail = ({ name, email }: MailedAccount, service: string, link: string): MailContent => ({
  subject: 'Confirm your address',
  text: `Somebody signed up at ${service} as ${quoted(name)} with the address ${email}.

If it was you, open this link within a day to confirm the address:
${link}

${IGNORE_UNEXPECTED}`,
});

export const passwordResetMail = ({ name, email }: MailedAccount, service: string, link: string): MailContent => ({
  subject: 'Reset your password',
  text: `This is about the account ${quoted(name)} with the address ${email} at ${service}.

Open this link within an hour to choose a new password:
${link}

If you did not ask for it, leave this mail alone: the password stays as it is.`,
});

/** Sent when there were so many wrong codes that none is looked at any more. */
export const codesLockedMail = ({ name, email }: MailedAccount, service: string, link: string): MailContent => ({
  subject: 'Too many wrong codes',
  text: `Somebody who knows the password of the account ${quoted(name)} with the address ${email} at ${service} has entered many wrong codes of its second factor. For up to a day no code is looked at, the right one included.

If you want to sign in before, open this link within an hour:
${link}

If it was not you who entered them, change the password: somebody else knows it.`,
});

/** Sent to the new address of an account. */
export const addressChangeMail = (
  { name, email }: MailedAccount,
  wanted: string,
  service: string,
  link: string,
): MailContent => ({
  subject: 'Confirm your new address',
  text: `The account ${quoted(name)} at ${service} has the address ${email} and wants to have ${wanted}.

If it is yours, open this link within a day to confirm the new address:
${link}

If it is not your account, leave this mail and the account alone: do not open the link, and enter no password.`,
});

/** Sent to the former address of an account. */
export const addressRestoreMail = (
  { name, email }: MailedAccount,
  former: string,
  service: string,
  link: string,
): MailContent => ({
  subject: 'Your address was changed',
  text: `The account ${quoted(name)} at ${service} had the address ${former} and now has ${email}.

If you did not change it, open this link within seven days to get your account back. It ends all sessions, the password, and whatever was added to the account since:
${link}

If it was you, leave the link alone.`,
});
