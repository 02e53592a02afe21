import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { quoted } from '../../../platform/mails/quoted.js';
import type { Session } from '../sessions/session.entity.js';

/**
 * Sent when an account is signed in to from a network in which it was not lately; `session` is undefined where it has
 * ended.
 */
export function newDeviceMail(
  { name, email }: { name: string; email: string },
  session: Pick<Session, 'createdAt' | 'ipAddress' | 'userAgent'> | undefined,
  service: string,
): MailContent {
  const facts = session
    ? `\n- When: ${session.createdAt.toISOString()}\n- IP address: ${session.ipAddress ?? 'unknown'}\n- Browser or app: ${session.userAgent === null ? 'unknown' : quoted(session.userAgent)}\n`
    : `\nThis session has since ended.\n`;
  return {
    subject: 'A new sign-in to your account',
    text: `A sign-in to the account ${quoted(name)} with the email address ${email} at ${service} came from a network that was not used for it in the last 90 days.\n${facts}\nIf this was you, no action is needed.\n\nIf this was not you, another person knows your password or uses your account at the identity provider: end all sessions and choose a new password at once.`,
  };
}
