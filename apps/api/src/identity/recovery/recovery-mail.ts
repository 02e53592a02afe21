import type { MailContent } from '../../mails/mail-queue.service.js';
import { quoted } from '../../mails/quoted.js';
import type { MadeAccess } from './made-access.js';

/** Sent to the person whose account was recovered: what is suspended, and how to keep it. */
export function recoveryMail(
  { name, email }: { name: string; email: string },
  made: readonly MadeAccess[],
  keepUntil: Date,
  service: string,
): MailContent {
  const suspended = made.filter(({ kept }) => !kept);
  const list = suspended.map(
    (one) => `- ${one.kind.replaceAll('_', ' ')} ${quoted(one.title)}, made ${one.madeAt.toISOString()}`,
  );
  const found =
    suspended.length === 0
      ? 'Nothing was found by which somebody else could get in.'
      : `This was made with it in the last 30 days. It is suspended, and ends at ${keepUntil.toISOString()}:

${list.join('\n')}

What is yours you can keep until then: sign in, and send POST ${service}/v1/me/recoveries/…/keep with the ids that GET ${service}/v1/me/recoveries lists.`;
  return {
    subject: 'Your account was recovered',
    text: `The account ${quoted(name)} with the address ${email} at ${service} was recovered.

${found}

If it was not you who recovered it, somebody else can read your mail or knows your password.`,
  };
}
