import type { Settings } from '#libs/config';
import { getDomain } from 'tldts';

/**
 * The origins of frontends from which browsers send no cookies: of another site than the service, where cookies are for
 * its own alone (`SESSION_SAME_SITE=lax`).
 */
export function originsOutOfReach({
  serviceOrigins,
  ownOrigins,
  sameSite,
}: Pick<Settings, 'serviceOrigins' | 'ownOrigins' | 'sameSite'>): string[] {
  const [service] = serviceOrigins;
  // Who opens the service by another name of this machine has cookies of that name.
  const frontends = ownOrigins.filter((origin) => !serviceOrigins.includes(origin));
  return sameSite === 'none' ? [] : frontends.filter((origin) => siteOf(origin) !== siteOf(service!));
}

/** What browsers take for one site: the scheme, and what somebody has registered; of an address all of it. */
function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`;
}

/** What is said of such origins. */
export const outOfReach = (origins: readonly string[]): string =>
  `cookies from ${origins.join(', ')} are not accepted, because their site differs from PUBLIC_URL; use a bearer token there, or SESSION_SAME_SITE=none`;
