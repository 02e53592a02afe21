import { type Place, Places } from './places.js';

const HOUR = 3_600_000;
const take = (places: Places, count: number, address: (i: number) => string, now = 0): Place[] =>
  Array.from({ length: count }, (_, i) => places.take(address(i), 'organization', now)).filter(
    (place) => place !== undefined,
  );

test('a stranger holds two places at most, and takes them up again when they are free', () => {
  const places = new Places();
  const [first] = take(places, 2, () => 'a');
  expect(places.take('a', 'organization', 0)).toBeUndefined();
  expect(places.take('b', 'organization', 0)).toBeDefined();
  first!.release();
  first!.release();
  expect(take(places, 2, () => 'a')).toHaveLength(1);
});

test('who sent something rightly signed within a day may hold all', () => {
  const places = new Places();
  places.know('a', 0);
  expect(take(places, 10, () => 'a', 24 * HOUR - 1)).toHaveLength(10);
  expect(places.take('a', 'organization', 24 * HOUR)).toBeUndefined();
});

test('there are 64, whoever asks', () => {
  const places = new Places();
  places.know('a', 0);
  const held = take(places, 70, (i) => (i % 2 ? 'a' : `stranger ${i}`));
  expect(held).toHaveLength(64);
  held[0]!.release();
  expect(places.take('b', 'organization', 0)).toBeDefined();
  expect(places.take('c', 'organization', 0)).toBeUndefined();
});

test('four of them may be large', () => {
  const places = new Places();
  const held = take(places, 6, (i) => `${i}`);
  expect(held.map((place) => place.grow(0))).toEqual([true, true, true, true, false, false]);
  expect(held[0]!.grow(0)).toBe(true);
  held[0]!.release();
  expect(held[0]!.grow(0)).toBe(true);
  expect([held[4]!.grow(0), held[5]!.grow(0)]).toEqual([true, false]);
});

test('what is remembered of addresses does not grow without end', () => {
  const places = new Places();
  for (let i = 0; i <= 10_000; i += 1) places.know(`${i}`, 0);
  expect(take(places, 3, () => '0')).toHaveLength(2);
  expect(take(places, 3, () => '1')).toHaveLength(3);
});

const SETTLED = 2_000;

test('an organization that fills them loses what is read longest to the others', () => {
  const places = new Places();
  places.know('a', 0);
  const quiet = places.take('b', 'quiet', 0)!;
  const flood = [...take(places, 1, () => 'a', 1), ...take(places, 62, () => 'a', 2)];
  expect(places.take('c', 'other', SETTLED + 2)).toBeDefined();
  expect([quiet, ...flood].map(({ taken }) => taken.aborted)).toEqual([false, true, ...Array<boolean>(62).fill(false)]);
  expect(flood[0]!.taken.reason).toMatchObject({ code: 'temporarily_unavailable' });
  flood[0]!.release();
  expect(places.take('d', 'other', SETTLED + 2)).toBeDefined();
  expect([quiet, ...flood].filter(({ taken }) => taken.aborted)).toEqual(flood.slice(0, 2));
});

test('no number of organizations keeps them for longer than two seconds where another is waited for', () => {
  const places = new Places();
  const held = Array.from({ length: 64 }, (_, i) => places.take(`${i}`, `${i}`, i)!);
  expect(places.take('a', 'other', SETTLED - 1)).toBeUndefined();
  expect(places.take('a', 'other', SETTLED)).toBeDefined();
  expect(held.map(({ taken }) => taken.aborted)).toEqual([true, ...Array<boolean>(63).fill(false)]);
});

test('nor the places of large ones', () => {
  const places = new Places();
  const held = Array.from({ length: 4 }, (_, i) => places.take(`${i}`, 'organization', i)!);
  for (const place of held) expect(place.grow(10)).toBe(true);
  const late = places.take('a', 'other', 20)!;
  expect([late.grow(20), late.grow(SETTLED)]).toEqual([false, true]);
  expect([...held, late].map(({ taken }) => taken.aborted)).toEqual([true, false, false, false, false]);
  expect(held[0]!.grow(SETTLED)).toBe(true);
});
