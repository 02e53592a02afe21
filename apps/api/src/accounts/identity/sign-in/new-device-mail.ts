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
    ? `
- When: ${session.createdAt.toISOString()}
- From: ${session.ipAddress ?? 'an unknown address'}
- With: ${session.userAgent === null ? 'an unknown program' : quoted(session.userAgent)}
`
    : '\nThis session has ended since.\n';
  return {
    subject: 'A new sign-in to your account',
    text: `Somebody signed in to the account ${quoted(name)} with the address ${email} at ${service} from a network in which it was not signed in to in the last 90 days.
${facts}
If it was you, there is nothing to do.

If it was not you, somebody else knows your password or has your provider's account: end all sessions and choose another password at once.`,
  };
}
