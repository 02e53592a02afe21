import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { quoted } from '../../../platform/mails/quoted.js';
import type { MadeAccess } from './made-access.js';

/** Sent to the person whose account was recovered: what is suspended, and how to keep it. */
export function recoveryMail(
  { name, email }: { name: string; email: string },
  made: readonly MadeAccess[],
  keepUntil: Date,
  service: string,
): MailContent {
  const suspended = made.filter(({ kept }) => !kept);
  const lines = (of: readonly MadeAccess[], done: string): string =>
    of
      .map((one) => `- ${one.kind.replaceAll('_', ' ')} ${quoted(one.title)}, ${done} ${one.madeAt.toISOString()}`)
      .join('\n');
  const isGivenBack = ({ kind }: MadeAccess): boolean => kind === 'lost_membership';
  const givenBack = suspended.filter(isGivenBack);
  const back =
    givenBack.length === 0 ? '' : `This was taken with it, and is given back:\n\n${lines(givenBack, 'taken')}\n\n`;
  const ending = suspended.filter((one) => !isGivenBack(one));
  const found =
    ending.length === 0
      ? 'Nothing was found by which somebody else could get in.'
      : `This was made with it in the last 30 days. It is suspended, and ends at ${keepUntil.toISOString()}:

${lines(ending, 'made')}

What is yours you can keep until then: sign in, and send POST ${service}/v1/me/recoveries/…/keep with the ids that GET ${service}/v1/me/recoveries lists.`;
  return {
    subject: 'Your account was recovered',
    text: `The account ${quoted(name)} with the address ${email} at ${service} was recovered.

${back}${found}

If it was not you who recovered it, somebody else can read your mail or knows your password.`,
  };
}
