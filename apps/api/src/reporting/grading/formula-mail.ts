import type { MailContent } from '../../platform/mails/mail-queue.service.js';
import { quoted } from '../../platform/mails/quoted.js';
import type { RegradedProduct } from './grading.sql.js';

/** How many products are named. */
const NAMED = 50;

/** Tells who manages an organization which letters another formula of the Grade has changed. */
export function formulaMail(organization: string, changed: readonly RegradedProduct[], service: string): MailContent {
  const lines = changed
    .slice(0, NAMED)
    .map(
      ({ name, from, to }) => `- ${quoted(name)}: previously ${from ?? 'not evaluated'}, now ${to ?? 'not evaluated'}`,
    );
  const more = changed.length > NAMED ? [`- and ${changed.length - NAMED} more`] : [];
  return {
    subject: `New Grade formula for the products of ${quoted(organization)}`,
    text: `Since its last upgrade, ${service} computes Grades with a new formula. This changed the letter of these products of ${quoted(organization)}; the products themselves have not changed:\n\n${[...lines, ...more].join('\n')}\n\nEach Grade lists its reasons and the actions for the next letter. You will not receive another email about this.`,
  };
}
