import { keptLevels } from './levels.js';

const levels = [
  { id: '1', name: 'Low', description: null },
  { id: '2', name: 'High', description: null },
];

test.each([
  ['by id, renamed', [{ id: '2', name: 'Top' }], ['2']],
  ['by name', [{ name: 'High' }, { name: 'Low' }], ['2', '1']],
  ['an id comes before a name', [{ name: 'Low' }, { id: '1', name: 'Low' }], [undefined, '1']],
  ['two of one name keep one level', [{ name: 'Low' }, { name: 'Low' }], ['1', undefined]],
  ['an unknown id keeps none', [{ id: '9', name: 'Low' }], [undefined]],
  ['a new name keeps none', [{ name: 'New' }], [undefined]],
])('%s', (_name, drafts, kept) => {
  expect(keptLevels(levels, drafts).map((level) => level?.id)).toEqual(kept);
});
