/** Longer than any address. */
const LONGEST = 64;

/** The network that counts as one caller: an IPv4 address, or a /64 of IPv6, since one host may use all of it. */
export const networkOf = (ip: string): string => blockOf(ip).slice(0, LONGEST);

/**
 * The larger networks of IPv6 that an address is in, /56 and /48, of which one customer may have all; undefined for
 * IPv4.
 */
export function customerNetworksOf(ip: string): { by56: string; by48: string } | undefined {
  const block = networkOf(ip);
  if (!block.endsWith('::/64')) return undefined;
  const groups = block.slice(0, -'::/64'.length).split(':');
  const fourth = Number.parseInt(groups[3]!, 16) >> 8;
  const by48 = groups.slice(0, 3).join(':');
  return { by56: `${by48}:${fourth.toString(16)}/56`, by48: `${by48}/48` };
}

/** The network that one customer may have as a whole: a /24 of IPv4, or a /48 of IPv6. */
export function wideNetworkOf(ip: string): string {
  const { by48 } = customerNetworksOf(ip) ?? {};
  return by48 ?? `${networkOf(ip).split('.').slice(0, 3).join('.')}.0/24`;
}

function blockOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':') + '::/64';
}
