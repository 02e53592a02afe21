import { wouldBeCircular } from './group-tree.js';

const groups = [
  { id: 'a', parentId: null },
  { id: 'b', parentId: 'a' },
  { id: 'c', parentId: 'b' },
  { id: 'd', parentId: null },
];

test.each([
  ['a', 'c', true],
  ['a', 'a', true],
  ['b', 'c', true],
  ['c', 'a', false],
  ['a', 'd', false],
  ['d', 'c', false],
  ['b', null, false],
])('%s below %s is circular: %p', (id, parentId, circular) => {
  expect(wouldBeCircular(groups, id, parentId)).toBe(circular);
});
