import { networkOf } from './network.js';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
  ['x'.repeat(300), 'x'.repeat(64)],
  [`${'a'.repeat(300)}:b`, 'a'.repeat(64)],
])('%p counts as %p', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
