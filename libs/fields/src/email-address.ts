import { domainToASCII, domainToUnicode } from 'node:url';
import { isEmail } from 'class-validator';

// Excludes quoted local parts, which may contain sentences and line breaks, and invisible characters, which make one
// mailbox look like many.
const PLAIN = /^[^\p{C}\p{Z}"\\]+$/u;

/**
 * Whether this is a lower-cased mail address in its canonical spelling. Mail programs drop control characters and
 * normalize domains, so one person could otherwise use many spellings of one address to appear as many people.
 */
export function isEmailAddress(value: string): boolean {
  if (!isEmail(value) || !PLAIN.test(value)) return false;
  const domain = value.slice(value.lastIndexOf('@') + 1);
  const ascii = domainToASCII(domain);
  return ascii !== '' && (domain === ascii || domain === domainToUnicode(ascii));
}
