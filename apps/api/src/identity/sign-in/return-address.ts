import type { Settings } from '#libs/config';

/** A path, or an address that says its scheme: `//host` would take that of the page it stands on. */
const FULL = /^(\/(?!\/)|https?:\/\/)/i;

/** Browsers drop or rewrite these within an address, and other programs do not: what one checked would not be what another opens. */
const AMBIGUOUS = /[\p{Cc}\\]/u;

/**
 * The address to which a browser may be sent when a sign-in is over, in full: a path of the service, or an address on one of
 * our own origins. Undefined for every other, so that nobody can be sent elsewhere in our name.
 */
export function returnAddress(value: string, { ownOrigins }: Pick<Settings, 'ownOrigins'>): string | undefined {
  const [service] = ownOrigins;
  if (!FULL.test(value) || AMBIGUOUS.test(value) || !URL.canParse(value, service)) return undefined;
  const { origin, username, password, href } = new URL(value, service);
  return ownOrigins.includes(origin) && !username && !password ? href : undefined;
}

/** The address with the code of a refusal, as its page reads it. */
export const withError = (address: string, code: string): string => withParameter(address, 'error', code);

/** The address of a page that asks for the second factor. */
export const withSecondFactor = (address: string): string => withParameter(address, 'twoFactorRedirect', 'true');

function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
