import type { MailContent } from '../../../platform/mails/mail-queue.service.js';
import { quoted } from '../../../platform/mails/quoted.js';

/** Asks the postmaster of a domain whether it is an organization's. */
export const domainMail = (domain: string, organization: string, service: string, code: string): MailContent => ({
  subject: `Confirm the domain ${domain}`,
  text: `The organization ${quoted(organization)} at ${service} claims the domain ${domain}. Once confirmed, users with an email address at this domain can join the organization through its identity provider.\n\nIf this is correct, send this code to the person in charge of the claim; it is valid for 24 hours: ${code}\n\nIf it is not, ignore this email, and do not share the code.`,
});
