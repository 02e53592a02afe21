import { areBlocksWithin, isCidrBlock, isAddressWithin } from './cidr-blocks.js';

test.each(['192.0.2.1', '192.0.2.0/24', '192.0.2.77/24', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32', '::/0'])(
  '%s is a block',
  (text) => expect(isCidrBlock(text)).toBe(true),
);

test.each([
  '',
  'x',
  '192.0.2',
  '192.0.2.1/33',
  '192.0.2.1/',
  '192.0.2.1/01',
  '::1/129',
  '1.2.3.4/8/8',
  'fe80::1%eth0',
  '/8',
])('%p is none', (text) => expect(isCidrBlock(text)).toBe(false));

test.each<[string, string[], boolean]>([
  ['192.0.2.200', ['192.0.2.77/24'], true],
  ['192.0.3.1', ['192.0.2.0/24'], false],
  ['192.0.3.1', ['192.0.2.0/24', '192.0.3.1'], true],
  ['::ffff:192.0.2.9', ['192.0.2.0/24'], true],
  ['2001:DB8:0:0::9', ['2001:db8::/64'], true],
  ['2001:db8:0:1::9', ['2001:db8::/64'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['192.0.2.1', ['::/0'], false],
  ['2001:db8::1', ['0.0.0.0/0'], false],
  ['192.0.2.1', [], false],
  ['', ['0.0.0.0/0', '::/0'], false],
])('%s within %p: %p', (address, blocks, expected) => expect(isAddressWithin(address, blocks)).toBe(expected));

test.each<[string[], string[], boolean]>([
  [['10.1.0.0/16', '10.2.3.4'], ['10.0.0.0/8'], true],
  [['10.0.0.0/8'], ['10.0.0.0/8'], true],
  [['10.0.0.0/7'], ['10.0.0.0/8'], false],
  [['10.0.0.0/8', '11.0.0.1'], ['10.0.0.0/8'], false],
  [['0.0.0.0/0'], ['::/0'], false],
  [['2001:db8:1::/48'], ['2001:db8::/32'], true],
])('all of %p within %p: %p', (blocks, wider, expected) => expect(areBlocksWithin(blocks, wider)).toBe(expected));
