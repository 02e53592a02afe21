import { inCircles } from './in-circles.js';

const was = (...pairs: [string, string | null][]) => pairs.map(([id, duplicateOfId]) => ({ id, duplicateOfId }));

test.each([
  ['nothing that was a duplicate', was(['a', null]), {}, []],
  ['a duplicate of what is none', was(['a', 'x']), {}, []],
  ['a duplicate of what has become one of it since', was(['a', 'x']), { x: 'a' }, ['a']],
  ['the same over others', was(['a', 'x']), { x: 'y', y: 'a' }, ['a']],
  ['one that leads into a circle of others', was(['a', 'x'], ['b', 'a']), { x: 'a' }, ['a']],
  ['two that are duplicates of each other over others', was(['a', 'x'], ['b', 'y']), { x: 'b', y: 'a' }, ['a', 'b']],
  ['one whose way ends at another that gets back what it had', was(['a', 'x'], ['b', null]), { x: 'b', b: 'a' }, []],
  [
    'what closes a circle only because another stays as it is',
    was(['a', 'x'], ['b', 'y'], ['c', 'b']),
    { x: 'a', y: 'b', b: 'c' },
    ['a', 'b', 'c'],
  ],
])('of %s', (_name, restored, present, expected) => {
  expect([...inCircles(restored, new Map(Object.entries(present)))].sort()).toEqual(expected);
});

test('a chain of ten thousand duplicates is followed once', () => {
  const chain = Array.from({ length: 10_000 }, (_, i) => ({ id: `f${i}`, duplicateOfId: `f${i + 1}` }));
  let steps = 0;
  const { get } = Map.prototype;
  Map.prototype.get = function (key: unknown): unknown {
    steps += 1;
    return get.call(this, key) as unknown;
  };
  try {
    expect(inCircles(chain, new Map()).size).toBe(0);
    expect(inCircles(chain, new Map([['f10000', 'f0']])).size).toBe(10_000);
  } finally {
    Map.prototype.get = get;
  }
  // Following it anew from each would take fifty million steps.
  expect(steps).toBeLessThan(100_000);
});
