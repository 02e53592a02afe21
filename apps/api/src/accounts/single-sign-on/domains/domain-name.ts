import { domainToASCII } from 'node:url';
import type { Fault } from '#libs/errors';
import { parse } from 'tldts';
import { FREE_MAIL } from './free-mail.js';

const LONGEST = 253;
const LABELS = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/;

/** A domain in the one spelling in which it is stored and compared: lower case, ASCII, without a final dot. */
export const normalizeDomain = (domain: string): string => domainToASCII(domain.trim().replace(/\.$/, ''));

/** The domain of a mail address, normalized. */
export const domainOfAddress = (email: string): string => normalizeDomain(email.slice(email.lastIndexOf('@') + 1));

/**
 * Why no organization may claim a domain (normalized): it is none, others register names below it, or anybody gets an
 * address there.
 */
export function domainFault(domain: string): Fault | undefined {
  const { domain: registrable, isIp } = parse(domain, { allowPrivateDomains: true });
  if (isIp || domain.length > LONGEST || !LABELS.test(domain))
    return fault('invalid_format', 'domain must be a domain name, such as example.org');
  if (registrable === null)
    return fault('not_allowed', `names below ${domain} are open for registration: use your own domain`);
  if (FREE_MAIL.has(registrable)) return fault('not_allowed', `${registrable} is a public email domain`);
  return undefined;
}

const fault = (code: Fault['code'], message: string): Fault => ({ path: '/domain', code, message });
