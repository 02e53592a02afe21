import { isIP } from 'node:net';

/** What stands for an address that nobody can read: one caller for all limits. */
const UNREADABLE = 'unknown';

/**
 * A header `X-Forwarded-For` with each address as it is written in one way: some proxies add the port of the
 * connection, and each of them would count as a caller of its own. There are as many entries as before, since hops are
 * counted.
 */
export const readableForwarded = (header: string): string =>
  header.trim() === '' ? '' : header.split(',').map(readable).join(', ');

function readable(entry: string): string {
  const [, bracketed, beforePort] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(entry.trim()) ?? [];
  const [address = ''] = (bracketed ?? beforePort ?? entry.trim()).split('%');
  const version = isIP(address);
  if (version === 6) return shortest(address);
  return version === 4 ? address : UNREADABLE;
}

/** An IPv6 address in its shortest form; what stands for an IPv4 address as that. */
function shortest(address: string): string {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap((half) => [parseInt(half, 16) >> 8, parseInt(half, 16) & 255]).join('.');
}
