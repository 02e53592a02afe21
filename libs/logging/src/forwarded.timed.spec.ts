import { leastTime } from '../../../test/support/least-time.js';
import { readableForwarded } from './forwarded.js';

test('a header of nothing but separators, as long as headers may be, is read at once', async () => {
  expect(await leastTime(() => readableForwarded(','.repeat(16_000)))).toBeLessThan(25);
});
