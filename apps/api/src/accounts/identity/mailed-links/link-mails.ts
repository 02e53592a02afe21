import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { quoted } from '../../../platform/mails/quoted.js';

/** The account that a mail is about. */
interface MailedAccount {
  name: string;
  email: string;
}

const IGNORE_UNEXPECTED =
  'If you did not sign up, ignore this email: do not open the link, and do not enter a password.';

/** Sent to the address of a new account. `service` is the URL of the service, `link` the secret link. */
export const verificationMail = ({ name, email }: MailedAccount, service: string, link: string): MailContent => ({
  subject: 'Confirm your email address',
  text: `An account was created at ${service} for ${quoted(name)} with the email address ${email}.\n\nTo confirm the address, open this link within 24 hours:\n${link}\n\n${IGNORE_UNEXPECTED}`,
});

export const passwordResetMail = ({ name, email }: MailedAccount, service: string, link: string): MailContent => ({
  subject: 'Reset your password',
  text: `You can choose a new password for the account ${quoted(name)} with the email address ${email} at ${service}.\n\nOpen this link within an hour:\n${link}\n\nIf you did not request this, ignore this email. The password does not change.`,
});

/** Sent when there were so many wrong codes that none is looked at any more. */
export const codesLockedMail = ({ name, email }: MailedAccount, service: string, link: string): MailContent => ({
  subject: 'Too many wrong codes',
  text: `Many wrong second-factor codes were entered for the account ${quoted(name)} with the email address ${email} at ${service}, after the correct password. For up to 24 hours, all codes are rejected, including correct ones.\n\nTo sign in earlier, open this link within an hour:\n${link}\n\nIf you did not enter these codes, change your password: another person knows it.`,
});

/** Sent to the new address of an account. */
export const addressChangeMail = (
  { name, email }: MailedAccount,
  wanted: string,
  service: string,
  link: string,
): MailContent => ({
  subject: 'Confirm your new email address',
  text: `The account ${quoted(name)} at ${service} has the email address ${email} and asks to change it to ${wanted}.\n\nIf this is your account, open this link within 24 hours to confirm the new address:\n${link}\n\nIf it is not your account, ignore this email: do not open the link, and do not enter a password.`,
});

/** Sent to the former address of an account. */
export const addressRestoreMail = (
  { name, email }: MailedAccount,
  former: string,
  service: string,
  link: string,
): MailContent => ({
  subject: 'Your email address was changed',
  text: `The email address of the account ${quoted(name)} at ${service} was changed from ${former} to ${email}.\n\nIf you did not change it, open this link within seven days to recover your account. This ends all sessions, removes the password, and removes everything added to the account since:\n${link}\n\nIf you changed it, ignore this email.`,
});
