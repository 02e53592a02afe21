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
    givenBack.length === 0
      ? ''
      : `These memberships or roles were removed with the account, and are restored:\n\n${lines(givenBack, 'removed')}\n\n`;
  const ending = suspended.filter((one) => !isGivenBack(one));
  const found =
    ending.length === 0
      ? 'No access created by another person was found.'
      : `These items were created with the account in the last 30 days. They are suspended, and will be deleted at ${keepUntil.toISOString()}:\n\n${lines(ending, 'created')}\n\nYou can keep your own items until then: sign in, and send POST ${service}/v1/me/recoveries/…/keep with the ids listed by GET ${service}/v1/me/recoveries.`;
  return {
    subject: 'Your account was recovered',
    text: `The account ${quoted(name)} with the email address ${email} at ${service} was recovered.\n\n${back}${found}\n\nIf you did not recover it, another person can read your email or knows your password.`,
  };
}
