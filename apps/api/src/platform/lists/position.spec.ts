import { positionOf } from './position.js';

test('positions of the log are compared by number, not by text', () => {
  const inOrder = ['0/0', '0/9', '0/10', '0/FFFFFFFF', '1/0', '1/A', '9/FFFFFFFF', '10/0', 'FFFFFFFF/FFFFFFFF'];
  const numbers = inOrder.map(positionOf);
  expect([...numbers].sort((a, b) => (a < b ? -1 : 1))).toEqual(numbers);
  expect(positionOf('16/B374D848')).toBe(0x16b374d848n);
});
