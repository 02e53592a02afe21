import { BlockList, isIP } from 'node:net';

const BITS = { 4: 32, 6: 128 } as const;

/** A block of addresses, read: `192.0.2.0/24`, `2001:db8::/32`; an address by itself is the block of that one. */
interface Block {
  address: string;
  family: 'ipv4' | 'ipv6';
  prefix: number;
}

function parseBlock(text: string): Block | undefined {
  const [address = '', prefix, more] = text.split('/');
  const version = isIP(address) as 0 | 4 | 6;
  if (version === 0 || more !== undefined || address.includes('%')) return undefined;
  if (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)) return undefined;
  const length = prefix === undefined ? BITS[version] : Number(prefix);
  return length > BITS[version] ? undefined : { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix: length };
}

/** Whether this is an IPv4 or IPv6 address or a block of them in CIDR notation. */
export const isCidrBlock = (text: string): boolean => parseBlock(text) !== undefined;

/** Whether an address lies in one of these blocks; IPv4 written as IPv6 (`::ffff:192.0.2.1`) is IPv4. */
export function isAddressWithin(address: string, blocks: readonly string[]): boolean {
  const block = parseBlock(address.split('%')[0]!.replace(/^::ffff:(?=\d+\.)/i, ''));
  return block !== undefined && liesWithin(block, blocks);
}

/** Whether each of these blocks lies as a whole in one of the wider ones. */
export function areBlocksWithin(blocks: readonly string[], wider: readonly string[]): boolean {
  return blocks.every((text) => {
    const block = parseBlock(text);
    return block !== undefined && liesWithin(block, wider);
  });
}

// A block lies in another where that one is no shorter and holds its address. BlockList alone would let IPv4 into
// `::/0`.
function liesWithin({ address, family, prefix }: Block, wider: readonly string[]): boolean {
  const list = new BlockList();
  for (const other of wider.flatMap((text) => parseBlock(text) ?? []))
    if (other.family === family && other.prefix <= prefix) list.addSubnet(other.address, other.prefix, family);
  return list.check(address, family);
}
