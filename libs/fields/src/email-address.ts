import { domainToASCII, domainToUnicode } from 'node:url';
import { isEmail } from 'class-validator';

// Quoted local parts may hold whole sentences and line breaks; what is invisible makes one mailbox look like many.
const PLAIN = /^[^\p{C}\p{Z}"\\]+$/u;

/**
 * Whether this is a mail address, lower-cased, that leads to a mailbox of no other spelling: mail programs drop control
 * characters and map the letters of domains, so that whoever wrote one address in a thousand ways would pass for a
 * thousand people.
 */
export function isEmailAddress(value: string): boolean {
  if (!isEmail(value) || !PLAIN.test(value)) return false;
  const domain = value.slice(value.lastIndexOf('@') + 1);
  const ascii = domainToASCII(domain);
  return ascii !== '' && (domain === ascii || domain === domainToUnicode(ascii));
}
