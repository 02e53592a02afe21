import { type ReadSlot, ReadSlots } from './read-slots.js';

const HOUR = 3_600_000;
const take = (slots: ReadSlots, count: number, address: (i: number) => string, now = 0): ReadSlot[] =>
  Array.from({ length: count }, (_, i) => slots.acquire(address(i), 'organization', now)).filter(
    (slot) => slot !== undefined,
  );

test('an unknown address reads two bodies at once at most, and again when they have ended', () => {
  const slots = new ReadSlots();
  const [first] = take(slots, 2, () => 'a');
  expect(slots.acquire('a', 'organization', 0)).toBeUndefined();
  expect(slots.acquire('b', 'organization', 0)).toBeDefined();
  first!.release();
  first!.release();
  expect(take(slots, 2, () => 'a')).toHaveLength(1);
});

test('an address that sent a valid signature within a day may use all places', () => {
  const slots = new ReadSlots();
  slots.trust('a', 0);
  expect(take(slots, 10, () => 'a', 24 * HOUR - 1)).toHaveLength(10);
  expect(slots.acquire('a', 'organization', 24 * HOUR)).toBeUndefined();
});

test('there are 64 places in all', () => {
  const slots = new ReadSlots();
  slots.trust('a', 0);
  const held = take(slots, 70, (i) => (i % 2 ? 'a' : `stranger ${i}`));
  expect(held).toHaveLength(64);
  held[0]!.release();
  expect(slots.acquire('b', 'organization', 0)).toBeDefined();
  expect(slots.acquire('c', 'organization', 0)).toBeUndefined();
});

test('four of the places may be used for large bodies', () => {
  const slots = new ReadSlots();
  const held = take(slots, 6, (i) => `${i}`);
  expect(held.map((slot) => slot.grow(0))).toEqual([true, true, true, true, false, false]);
  expect(held[0]!.grow(0)).toBe(true);
  held[0]!.release();
  expect(held[0]!.grow(0)).toBe(true);
  expect([held[4]!.grow(0), held[5]!.grow(0)]).toEqual([true, false]);
});

test('what is remembered of addresses does not grow without end', () => {
  const slots = new ReadSlots();
  for (let i = 0; i <= 10_000; i += 1) slots.trust(`${i}`, 0);
  expect(take(slots, 3, () => '0')).toHaveLength(2);
  expect(take(slots, 3, () => '1')).toHaveLength(3);
});

const SETTLED = 2_000;

test('an organization that fills all places loses the one it has held longest to another', () => {
  const slots = new ReadSlots();
  slots.trust('a', 0);
  const quiet = slots.acquire('b', 'quiet', 0)!;
  const flood = [...take(slots, 1, () => 'a', 1), ...take(slots, 62, () => 'a', 2)];
  expect(slots.acquire('c', 'other', SETTLED + 2)).toBeDefined();
  expect([quiet, ...flood].map(({ revoked }) => revoked.aborted)).toEqual([
    false,
    true,
    ...Array<boolean>(62).fill(false),
  ]);
  expect(flood[0]!.revoked.reason).toMatchObject({ code: 'temporarily_unavailable' });
  flood[0]!.release();
  expect(slots.acquire('d', 'other', SETTLED + 2)).toBeDefined();
  expect([quiet, ...flood].filter(({ revoked }) => revoked.aborted)).toEqual(flood.slice(0, 2));
});

test('no number of organizations keeps a place for longer than two seconds while another waits', () => {
  const slots = new ReadSlots();
  const held = Array.from({ length: 64 }, (_, i) => slots.acquire(`${i}`, `${i}`, i)!);
  expect(slots.acquire('a', 'other', SETTLED - 1)).toBeUndefined();
  expect(slots.acquire('a', 'other', SETTLED)).toBeDefined();
  expect(held.map(({ revoked }) => revoked.aborted)).toEqual([true, ...Array<boolean>(63).fill(false)]);
});

test('no number of organizations keeps a place for large bodies for longer than two seconds while another waits', () => {
  const slots = new ReadSlots();
  const held = Array.from({ length: 4 }, (_, i) => slots.acquire(`${i}`, 'organization', i)!);
  for (const slot of held) expect(slot.grow(10)).toBe(true);
  const late = slots.acquire('a', 'other', 20)!;
  expect([late.grow(20), late.grow(SETTLED)]).toEqual([false, true]);
  expect([...held, late].map(({ revoked }) => revoked.aborted)).toEqual([true, false, false, false, false]);
  expect(held[0]!.grow(SETTLED)).toBe(true);
});
