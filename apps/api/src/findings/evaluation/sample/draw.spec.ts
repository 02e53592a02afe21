import { createHash } from 'node:crypto';
import { draw, usualCount } from './draw.js';

const ADDRESSES = Array.from({ length: 30 }, (_, index) => `https://shop.example/${index}`);

test('a draw takes the first by the digest of seed and address, whatever their order', async () => {
  const drawn = await draw(ADDRESSES, 'spring', 3);
  expect(await draw([...ADDRESSES].reverse(), 'spring', 3)).toEqual(drawn);
  const digest = (address: string) => createHash('sha256').update(`spring\n${address}`).digest('hex');
  expect(drawn).toEqual([...ADDRESSES].sort((a, b) => (digest(a) < digest(b) ? -1 : 1)).slice(0, 3));
});

test('another seed draws others, and nothing is drawn twice', async () => {
  expect(await draw(ADDRESSES, 'autumn', 5)).not.toEqual(await draw(ADDRESSES, 'spring', 5));
  expect((await draw(['a', 'a', 'b'], 'x', 5)).sort()).toEqual(['a', 'b']);
});

test.each([
  [0, 0],
  [1, 1],
  [10, 1],
  [11, 2],
])('of %i structured entries a tenth is %i', (structured, count) => {
  expect(usualCount(structured)).toBe(count);
});
