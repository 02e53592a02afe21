import { isTimeZone } from './time-zone.js';

test.each([
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['Europe/Nowhere', false],
  ['+02:00', false],
  ['', false],
  ['Europe/Berlin\u0000', false],
])('%p names a time zone: %p', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
