import { GROUP_FILTERS, NOTHING, parseFilter, USER_FILTERS } from './filter.js';

const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test.each([
  ['userName eq "Ada@example.org"', { userName: 'Ada@example.org' }],
  ['  USERNAME EQ "ada"  ', { userName: 'ada' }],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada"', { userName: 'ada' }],
  ['externalId eq "7" and displayName eq "Ada"', { externalId: '7', displayName: 'Ada' }],
  ['emails.value eq "a@example.org"', { 'emails.value': 'a@example.org' }],
  ['emails[type eq "work"].value eq "a@example.org"', { 'emails.value': 'a@example.org' }],
  ['emails eq "a@example.org" AND id eq "1"', { 'emails.value': 'a@example.org', id: '1' }],
  [String.raw`displayName eq "a \"b\" \\ c and d"`, { displayName: String.raw`a "b" \ c and d` }],
  ['userName eq "ada" and userName eq "ada"', { userName: 'ada' }],
])('%s is read', (text, filter) => {
  expect(parseFilter(text, USER_FILTERS)).toEqual(filter);
});

test('groups are found by their members too', () => {
  expect(parseFilter('id eq "1" and members eq "2"', GROUP_FILTERS)).toEqual({ id: '1', 'members.value': '2' });
  expect(parseFilter('members.value eq "2"', GROUP_FILTERS)).toEqual({ 'members.value': '2' });
});

test('two values of one attribute are found by nothing, and no filter by all', () => {
  expect(parseFilter('userName eq "a" and userName eq "b"', USER_FILTERS)).toBe(NOTHING);
  expect(parseFilter(undefined, USER_FILTERS)).toEqual({});
});

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq ada',
  'userName eq 7',
  'active eq true',
  'userName co "a"',
  'userName sw "a"',
  'userName pr',
  'not (userName eq "a")',
  '(userName eq "a")',
  'userName eq "a" or userName eq "b"',
  'userName eq "a" and',
  'userName eq "a" and and id eq "b"',
  'userName eq "a"id eq "b"',
  'title eq "a"',
  'members.value eq "a"',
  'toString eq "a"',
  '__proto__ eq "a"',
  String.raw`userName eq "\u0000"`,
  String.raw`userName eq "\ud800"`,
  String.raw`userName eq "\x"`,
  `userName eq "${'a'.repeat(3_000)}"`,
])('%s is refused', (text) => {
  expect(codeOf(() => parseFilter(text, USER_FILTERS))).toBe('scim_invalid_filter');
});
