import type { Settings } from '#libs/config';

/** A path or an absolute URL. `//host` is not allowed: it would inherit the scheme of the page. */
const FULL = /^(\/(?!\/)|https?:\/\/)/i;

/**
 * Browsers remove or rewrite these characters in a URL, and other programs do not, so that the URL that is checked
 * could differ from the one that is opened.
 */
const AMBIGUOUS = /[\p{Cc}\\]/u;

/**
 * The address to which a browser may be sent when a sign-in is over, in full: a path of the service, or an address on
 * one of our own origins. Undefined for every other, which prevents open redirects.
 */
export function returnAddress(value: string, { ownOrigins }: Pick<Settings, 'ownOrigins'>): string | undefined {
  const [service] = ownOrigins;
  if (!FULL.test(value) || AMBIGUOUS.test(value) || !URL.canParse(value, service)) return undefined;
  const { origin, username, password, href } = new URL(value, service);
  return ownOrigins.includes(origin) && !username && !password ? href : undefined;
}

/** The URL with an error code as the query parameter `error`. */
export const withError = (address: string, code: string): string => withParameter(address, 'error', code);

/** The URL with the parameter that makes its page ask for the second factor. */
export const withSecondFactor = (address: string): string => withParameter(address, 'twoFactorRedirect', 'true');

function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
