import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { quoted } from '../../../platform/mails/quoted.js';

/** Asks the postmaster of a domain whether it is an organization's. */
export const domainMail = (domain: string, organization: string, service: string, code: string): MailContent => ({
  subject: `Whose domain is ${domain}?`,
  text: `The organization ${quoted(organization)} at ${service} says that the domain ${domain} is its own. Whoever has a mail address there could then be let in to it by its provider.

If that is right, tell this code to who asked you; it is good for a day: ${code}

If not, do nothing, and give the code to nobody.`,
});
