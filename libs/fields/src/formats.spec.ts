import { isTimestamp, isHttpUrl } from './formats.js';

test.each([
  ['2026-11-20T23:58:24Z', true],
  ['2026-11-20T23:58:24.294Z', true],
  ['2026-11-20T23:58:24+02:00', true],
  ['2024-02-29T00:00:00Z', true],
  ['2026-02-29T00:00:00Z', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-11-20T23:58:24', false],
  ['2026-11-20', false],
  ['0000-01-01T00:00:00Z', false],
  ['9999-12-31T23:59:59-10:00', false],
  ['275760-09-13T00:00:00Z', false],
  ['now', false],
  ['infinity', false],
  ['1700000000000', false],
])('timestamp %s: %p', (value, expected) => {
  expect(isTimestamp(value)).toBe(expected);
});

test.each([
  ['https://shop.example/a?b#c', true],
  ['http://127.0.0.1:3000', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['ftp://x.example', false],
  ['https://user:pass@x.example', false],
  ['https:x.example', false],
  ['https://x.example/\r\nSet-Cookie: a', false],
  ['//x.example', false],
  ['x', false],
])('address %s: %p', (value, expected) => {
  expect(isHttpUrl(value)).toBe(expected);
});
