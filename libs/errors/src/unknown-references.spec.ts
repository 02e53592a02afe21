import { unknownReferences } from './index.js';

test('each place of an invalid reference is named, also of one that stands there twice', () => {
  const { faults } = unknownReferences('/areaIds', ['a', 'b', 'a'], ['a', 'ok', 'b', 'a'], 'area');
  expect(faults.map(({ path, message }) => [path, message])).toEqual([
    ['/areaIds/0', 'There is no such area: a'],
    ['/areaIds/2', 'There is no such area: b'],
    ['/areaIds/3', 'There is no such area: a'],
  ]);
});
