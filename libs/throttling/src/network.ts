/** Longer than any address; a trusted proxy may pass on anything. */
const LONGEST = 64;

/** What counts as one caller: an address; of IPv6 a whole /64, since one host commands all of it. */
export const networkOf = (ip: string): string => blockOf(ip).slice(0, LONGEST);

function blockOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':') + '::/64';
}
