import { Places } from './places.js';

test('a free place costs a few microseconds', async () => {
  const places = new Places({ places: 5 });
  for (let i = 0; i < 1_000; i += 1) await places.run({ account: `account ${i}` }, () => Promise.resolve());
  const began = performance.now();
  for (let i = 0; i < 10_000; i += 1) await places.run({ account: `account ${i % 50}` }, () => Promise.resolve());
  expect((performance.now() - began) / 10_000).toBeLessThan(0.1);
});
