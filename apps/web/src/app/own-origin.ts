/** Where a page is open. */
type Here = Pick<Location, 'origin' | 'hostname' | 'pathname' | 'search' | 'hash'>;

/** What the service says of itself in the page. */
interface Said {
  /** Its own origin, and those from which it takes changes, with spaces between them; absent: of a Vite server. */
  origin?: string;
  ownOrigins?: string;
}

/**
 * The same page where the service takes changes; undefined: it does so here, or where it does cannot be reached from
 * here, since it is a name that each machine has for itself.
 */
export function addressOnOwnOrigin(
  { origin: here, hostname, pathname, search, hash }: Here,
  { origin, ownOrigins = '' }: Said,
): string | undefined {
  if (origin === undefined || ownOrigins.split(' ').includes(here)) return undefined;
  if (LOOPBACK.test(new URL(origin).hostname) && !LOOPBACK.test(hostname)) return undefined;
  return origin + pathname + search + hash;
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;
