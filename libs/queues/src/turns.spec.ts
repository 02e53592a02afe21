import { Turns } from './turns.js';

const drained = (turns: Turns<string>): string[] => {
  const items: string[] = [];
  for (let next = turns.next(); next !== undefined; next = turns.next()) items.push(next);
  return items;
};

test('owners take turns in the order in which they came, and each keeps the order of its own', () => {
  const turns = new Turns<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(item[0]!, item);
  expect(drained(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(turns.each()).toEqual([]);
});

test('what is taken out leaves the others their turns', () => {
  const turns = new Turns<string>();
  for (const item of ['a1', 'a2', 'b1']) turns.add(item[0]!, item);
  turns.remove('a', 'a1');
  turns.remove('b', 'b1');
  expect([turns.of('a'), turns.of('b')]).toEqual([['a2'], []]);
  expect(drained(turns)).toEqual(['a2']);
});
