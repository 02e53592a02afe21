import { isEmailAddress } from './email-address.js';

test.each([
  ['ada@example.org', true],
  ["o'brien+curbcut@mail.example.org", true],
  ['jörg@straße.example', true],
  ['ada@xn--strae-oqa.example', true],
  ['用户@例え.example', true],
  ['nonsense', false],
  ['"ada"@example.org', false],
  ['"\n\nyour account was breached\n\n"@example.org', false],
  ['"\u0007ada"@example.org', false],
  ['a\u2028ada@example.org', false],
  ['ada\u200b@example.org', false],
  ['ada\u202e@example.org', false],
  ['ada@exªmple.org', false],
  ['ada@exam\u034fple.org', false],
  ['ada@ⓔxample.org', false],
  ['ada@exam\u00adple.org', false],
])('address %j: %p', (value, expected) => {
  expect(isEmailAddress(value)).toBe(expected);
});
