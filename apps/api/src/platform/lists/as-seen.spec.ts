import { asSeen, revisionFaults } from './as-seen.js';

const ID = '0190a5d2-0000-7000-8000-00000000000a';
const OTHER = '0190a5d2-0000-7000-8000-00000000000b';
const records = [
  { id: ID, revision: 2 },
  { id: OTHER, revision: 7 },
];

test('what has another revision than was seen is left alone, in whatever order and spelling it is named', () => {
  const named = { ids: [OTHER.toUpperCase(), ID], revisions: [7, 1] };
  expect(asSeen(records, named)).toEqual({ seen: [records[1]], skipped: [ID] });
});

test('who does not tell what was seen means all as they are', () => {
  expect(asSeen(records, { ids: [ID, OTHER] })).toEqual({ seen: records });
});

test.each([
  [[ID], undefined, 0],
  [[ID], [1], 0],
  [[ID], [], 1],
  [[ID], [1, 2], 1],
  [undefined, [1], 1],
])('ids %j go with revisions %j: %i faults', (ids, revisions, faults) => {
  expect(revisionFaults({ ids, revisions })).toHaveLength(faults);
});
