/** Longer than any address. */
const LONGEST = 64;

/** The network that counts as one caller: an IPv4 address, or a /64 of IPv6, since one host may use all of it. */
export const networkOf = (ip: string): string => blockOf(ip).slice(0, LONGEST);

function blockOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':') + '::/64';
}
