import { readableForwarded } from './forwarded.js';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:50123', '2001:db8::1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:FFFF:192.0.2.1', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
  ['::', '::'],
  ['203.0.113.9,192.0.2.1:50123 ,  2001:db8::1', '203.0.113.9, 192.0.2.1, 2001:db8::1'],
  ['192.0.2.01', 'unknown'],
  ['192.0.2.1:port', 'unknown'],
  ['"[2001:db8::1]"', 'unknown'],
  ['_hidden', 'unknown'],
  ['<script>', 'unknown'],
  ['x'.repeat(100), 'unknown'],
  ['', ''],
  [':80', 'unknown'],
  [', 192.0.2.1,', 'unknown, 192.0.2.1, unknown'],
])('%p is read as %p', (header, read) => {
  expect(readableForwarded(header)).toBe(read);
  expect(readableForwarded(read)).toBe(read);
});
