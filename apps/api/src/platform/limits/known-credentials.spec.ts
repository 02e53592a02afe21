import { KnownCredentials } from './known-credentials.js';

test('a credential is remembered for 15 minutes after its last use, at its own address only', async () => {
  let now = 1_000_000_000;
  const knownCredentials = new KnownCredentials(undefined, () => now);
  await knownCredentials.remember('a', 'x');
  expect([knownCredentials.has('a', 'x'), knownCredentials.has('b', 'x'), knownCredentials.has('a', 'y')]).toEqual([
    true,
    false,
    false,
  ]);
  now += 800_000;
  await knownCredentials.remember('a', 'x');
  now += 899_999;
  expect(knownCredentials.has('a', 'x')).toBe(true);
  now += 1;
  expect(knownCredentials.has('a', 'x')).toBe(false);
});

test('of an address the latest 1,000 are remembered, a used one counting as late', async () => {
  const knownCredentials = new KnownCredentials();
  for (let i = 0; i < 1000; i += 1) await knownCredentials.remember('a', `x${i}`);
  await knownCredentials.remember('a', 'x0');
  await knownCredentials.remember('a', 'new');
  expect(['x0', 'x1', 'x2', 'new'].map((hash) => knownCredentials.has('a', hash))).toEqual([true, false, true, true]);
});

test('100,000 are remembered in all; the address that was used longest ago gives way', async () => {
  const knownCredentials = new KnownCredentials();
  for (let address = 0; address < 101; address += 1)
    for (let i = 0; i < 1000; i += 1) await knownCredentials.remember(`a${address}`, `x${i}`);
  expect([
    knownCredentials.has('a0', 'x999'),
    knownCredentials.has('a1', 'x0'),
    knownCredentials.has('a100', 'x999'),
  ]).toEqual([false, true, true]);
});

test('a credential that was forgotten counts as unknown', async () => {
  const knownCredentials = new KnownCredentials();
  await knownCredentials.remember('a', 'x');
  await knownCredentials.forget('a', 'x');
  expect(knownCredentials.has('a', 'x')).toBe(false);
});
