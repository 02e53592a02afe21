import type { MailContent } from '../../platform/mails/mail-queue.service.js';
import { quoted } from '../../platform/mails/quoted.js';
import type { RegradedProduct } from './grading.sql.js';

/** How many products are named. */
const NAMED = 50;

/** Tells who manages an organization which letters another formula of the Grade has changed. */
export function formulaMail(organization: string, changed: readonly RegradedProduct[], service: string): MailContent {
  const lines = changed
    .slice(0, NAMED)
    .map(({ name, from, to }) => `- ${quoted(name)}: ${from ?? 'not evaluated'} before, now ${to ?? 'not evaluated'}`);
  const more = changed.length > NAMED ? [`- and ${changed.length - NAMED} more`] : [];
  return {
    subject: `Another formula grades the products of ${quoted(organization)}`,
    text: `${service} computes Grades by another formula since its last upgrade. Nothing else has changed in these products of ${quoted(organization)}, which have another letter by it:

${[...lines, ...more].join('\n')}

Each Grade says why it is what it is, and what earns the next letter. This is the only mail about it.`,
  };
}
