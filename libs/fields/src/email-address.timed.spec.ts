import { leastTime } from '../../../test/support/least-time.js';
import { isEmailAddress } from './email-address.js';

test('a very long address is judged quickly', async () => {
  const addresses = ['a', 'a@', '<', '"', 'ß', '.'].map((part) => `${part.repeat(250_000)}@example.org`);
  expect(await leastTime(() => addresses.forEach(isEmailAddress))).toBeLessThan(250);
});
