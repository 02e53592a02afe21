import { Turns } from './turns.js';

const of = (...items: string[]): Turns<string> => {
  const turns = new Turns<string>();
  for (const item of items) turns.add(item[0]!, item);
  return turns;
};

const drained = (turns: Turns<string>): string[] => {
  const items: string[] = [];
  for (let next = turns.take(); next !== undefined; next = turns.take()) items.push(next);
  return items;
};

test('owners take turns in the order in which they came, and each keeps the order of its own', () => {
  const turns = of('a1', 'a2', 'a3', 'b1', 'c1', 'b2');
  expect(turns.size).toBe(6);
  expect(drained(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(turns.size).toBe(0);
});

test('what is taken out leaves the others their turns, and taking it out twice changes nothing', () => {
  const turns = of('a1', 'a2', 'b1');
  for (const item of ['a1', 'b1', 'b1', 'c1']) turns.remove(item[0]!, item);
  expect(turns.size).toBe(1);
  expect(drained(turns)).toEqual(['a2']);
});

test('what may not be taken now keeps its place, and what stands behind it goes on', () => {
  const turns = of('a1', 'a2', 'b1');
  expect(turns.some((item) => item === 'a2')).toBe(true);
  expect(turns.some((item) => item === 'c1')).toBe(false);
  expect(turns.take((item) => item === 'c1')).toBeUndefined();
  expect(turns.take((item) => item !== 'a1')).toBe('a2');
  expect(drained(turns)).toEqual(['b1', 'a1']);
});
