import { type Given, givenBy, type Mapping, type Standing, standingBy } from './grant.js';

const [red, blue] = ['red', 'blue'];
const MAPPING: Mapping = {
  createRole: 'member',
  groups: [
    { group: 'Staff', role: 'member', teamId: red },
    { group: 'Leads', role: 'admin', teamId: null },
    { group: 'id-7', role: 'admin', teamId: blue },
  ],
};
const NOTHING: Given = { role: null, teamId: null };
const group = (displayName: string, externalId: string | null = null) => ({ displayName, externalId });

test.each([
  ['no group', [], NOTHING],
  ['one that is not mapped', [group('Others')], NOTHING],
  ['one by its name', [group('Staff')], { role: 'member', teamId: red }],
  ['one by its id at the provider', [group('Blue leads', 'id-7')], { role: 'admin', teamId: blue }],
  ['the highest of several, and a team', [group('Staff'), group('Leads')], { role: 'admin', teamId: red }],
  ['the team of the highest', [group('Staff'), group('x', 'id-7')], { role: 'admin', teamId: blue }],
])('of %s comes what the mapping says', (_, groups, given) => {
  expect(givenBy(groups, MAPPING)).toEqual(given);
});

const standing = (role: Standing['role'], teamId: string | null, given: Given = NOTHING): Standing => ({
  role,
  teamId,
  given,
});

test.each<[string, Standing, Given, object | null]>([
  ['a group gives', standing('member', null), { role: 'admin', teamId: red }, { role: 'admin', teamId: red }],
  ['a group lowers', standing('admin', null), { role: 'member', teamId: null }, { role: 'member', teamId: null }],
  ['nothing given, nothing taken', standing('admin', blue), NOTHING, { role: 'admin', teamId: blue }],
  [
    'what a group gave goes with it',
    standing('admin', red, { role: 'admin', teamId: red }),
    NOTHING,
    { role: 'member', teamId: null },
  ],
  [
    'a team that was chosen by hand since stays',
    standing('admin', blue, { role: 'admin', teamId: red }),
    NOTHING,
    { role: 'member', teamId: blue },
  ],
  ['owners stay owners', standing('owner', null), { role: 'member', teamId: red }, { role: 'owner', teamId: red }],
  [
    'owners stay owners without it',
    standing('owner', null, { role: 'admin', teamId: null }),
    NOTHING,
    { role: 'owner', teamId: null },
  ],
])('%s', (_, before, given, after) => {
  expect(standingBy(before, given, MAPPING)).toEqual(after);
});

test('whom no group lets in any more is let in no more, where there is no role for all', () => {
  const closed = { ...MAPPING, createRole: null };
  expect(standingBy(standing('admin', null, { role: 'admin', teamId: null }), NOTHING, closed)).toBeNull();
  expect(standingBy(standing('admin', null), NOTHING, closed)).toEqual({ role: 'admin', teamId: null });
  expect(standingBy(standing('owner', null, { role: 'admin', teamId: null }), NOTHING, closed)).toMatchObject({
    role: 'owner',
  });
});
