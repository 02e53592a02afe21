import { digestOf, digestOfMembers } from './reported-set.js';
import { runStreakOf } from './run-streak.js';

const membersOf = (identities: string) => new Map([...identities].map((identity) => [identity, '[]']));
const setIdOf = (identities: string) => digestOfMembers(membersOf(identities));
const KNOWN = { number: 4, line: 2, setId: digestOf('a[]\nb[]\nc[]'), completedAt: 1_000, arrivedAt: 1_500 };
const SET = {
  id: KNOWN.setId,
  baseId: null,
  depth: 0,
  added: [...'abc'],
  removed: [],
  pages: '[[],[],[]]',
  marks: null,
};
const EXISTING = {
  streak: KNOWN,
  baseId: SET.id,
  sets: [SET],
  line: { id: '', number: 2, layers: [], rest: [], lastNumber: 9 },
  nextLine: 3,
  nextStreak: 5,
};

test.each([
  ['that says the same again goes on', 'abc', 2_000, { number: 4, completedAt: 2_000, isNew: false }],
  [
    'that says the same of an older moment goes on, as of the later one',
    'abc',
    500,
    { number: 4, completedAt: 1_000, isNew: false },
  ],
  ['that brings something goes on', 'abcd', 2_000, { number: 4, completedAt: 2_000, isNew: false }],
  [
    'that brings something at an older moment begins a streak',
    'abcd',
    500,
    { number: 5, completedAt: 500, isNew: true },
  ],
  ['that lacks something at an older moment goes on', 'ab', 500, { number: 4, completedAt: 1_000, isNew: false }],
  ['that has little in common begins a streak', 'cde', 2_000, { number: 5, completedAt: 2_000, isNew: true }],
])('a run %s', async (_, identities, completedAt, { isNew, ...expected }) => {
  const setId = await setIdOf(identities);
  const { streak, ...rest } = await runStreakOf(EXISTING, {
    setId,
    members: membersOf(identities),
    completedAt,
    arrivedAt: 3_000,
  });
  expect(streak).toEqual({ ...expected, line: 2, setId, arrivedAt: 3_000 });
  expect(rest.isNew).toBe(isNew);
});

test('the first run of a line begins a streak of that line', async () => {
  const nothing = { ...EXISTING, streak: null, baseId: null, sets: [], line: null };
  const run = { setId: await setIdOf('a'), members: membersOf('a'), completedAt: 1, arrivedAt: 2 };
  expect(await runStreakOf(nothing, run)).toMatchObject({ streak: { number: 5, line: 3 }, isNew: true });
});
