import { leastTime } from '../../../../../test/support/least-time.js';
import { fitsRevision } from './entity-tag.js';

test('a hostile header is read quickly', async () => {
  const headers = ['"', '",', 'W/', '"-gzip', '-'.repeat(9)].map((part) => part.repeat(16_000));
  expect(await leastTime(() => headers.forEach((header) => fitsRevision(header, 7)))).toBeLessThan(250);
});
