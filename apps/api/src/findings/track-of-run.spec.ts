import { digestOfMembers } from './reported-set.js';
import { trackOfRun } from './track-of-run.js';

const membersOf = (identities: string) => new Map([...identities].map((identity) => [identity, '[]']));
const setIdOf = (identities: string) => digestOfMembers(membersOf(identities));
const KNOWN = { number: 4, line: 2, setId: setIdOf('abc'), moment: 1_000, arrivedAt: 1_500 };
const SET = { id: KNOWN.setId, baseId: null, depth: 0, added: [...'abc'], removed: [], pages: '[[],[],[]]' };
const FOUND = {
  track: KNOWN,
  baseId: SET.id,
  sets: [SET],
  line: { id: '', number: 2, lastNumber: 9 },
  nextLine: 3,
  nextTrack: 5,
};

test.each([
  ['that says the same again goes on', 'abc', 2_000, { number: 4, moment: 2_000, isNew: false }],
  [
    'that says the same of an older moment goes on, as of the later one',
    'abc',
    500,
    { number: 4, moment: 1_000, isNew: false },
  ],
  ['that brings something goes on', 'abcd', 2_000, { number: 4, moment: 2_000, isNew: false }],
  ['that brings something at an older moment begins a track', 'abcd', 500, { number: 5, moment: 500, isNew: true }],
  ['that lacks something at an older moment goes on', 'ab', 500, { number: 4, moment: 1_000, isNew: false }],
  ['that has little in common begins a track', 'cde', 2_000, { number: 5, moment: 2_000, isNew: true }],
])('a run %s', (_, identities, moment, { isNew, ...expected }) => {
  const setId = setIdOf(identities);
  const { track, ...rest } = trackOfRun(FOUND, { setId, members: membersOf(identities), moment, arrivedAt: 3_000 });
  expect(track).toEqual({ ...expected, line: 2, setId, arrivedAt: 3_000 });
  expect(rest.isNew).toBe(isNew);
});

test('the first run of a line begins a track of that line', () => {
  const nothing = { ...FOUND, track: null, baseId: null, sets: [], line: null };
  const run = { setId: setIdOf('a'), members: membersOf('a'), moment: 1, arrivedAt: 2 };
  expect(trackOfRun(nothing, run)).toMatchObject({ track: { number: 5, line: 3 }, isNew: true });
});
