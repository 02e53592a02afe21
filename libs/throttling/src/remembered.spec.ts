import { Remembered } from './remembered.js';

test('a credential is remembered for 15 minutes after its last use, at its own address only', async () => {
  let now = 1_000_000_000;
  const remembered = new Remembered(undefined, () => now);
  await remembered.note('a', 'x');
  expect([remembered.has('a', 'x'), remembered.has('b', 'x'), remembered.has('a', 'y')]).toEqual([true, false, false]);
  now += 800_000;
  await remembered.note('a', 'x');
  now += 899_999;
  expect(remembered.has('a', 'x')).toBe(true);
  now += 1;
  expect(remembered.has('a', 'x')).toBe(false);
});

test('of an address the latest 1,000 are remembered, a used one counting as late', async () => {
  const remembered = new Remembered();
  for (let i = 0; i < 1000; i += 1) await remembered.note('a', `x${i}`);
  await remembered.note('a', 'x0');
  await remembered.note('a', 'new');
  expect(['x0', 'x1', 'x2', 'new'].map((hash) => remembered.has('a', hash))).toEqual([true, false, true, true]);
});

test('100,000 are remembered in all; the address that was used longest ago gives way', async () => {
  const remembered = new Remembered();
  for (let address = 0; address < 101; address += 1)
    for (let i = 0; i < 1000; i += 1) await remembered.note(`a${address}`, `x${i}`);
  expect([remembered.has('a0', 'x999'), remembered.has('a1', 'x0'), remembered.has('a100', 'x999')]).toEqual([
    false,
    true,
    true,
  ]);
});

test('what is forgotten is not remembered', async () => {
  const remembered = new Remembered();
  await remembered.note('a', 'x');
  await remembered.forget('a', 'x');
  expect(remembered.has('a', 'x')).toBe(false);
});
