import { isOlder } from './service-version.js';

test.each([
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', true],
  ['0.10.0', '0.2.0', false],
  ['1.0.0', '0.9.9', false],
  ['0.2.0-dev', '0.2.0', false],
  ['0.1.9', '0.2.0-dev', true],
])('whether %s is older than %s: %s', (version, other, older) => {
  expect(isOlder(version, other)).toBe(older);
});
