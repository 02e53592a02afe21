import { addressOf, nameOfPerson, patchPerson, readPerson, type ScimPerson } from './user.js';

const ADA: ScimPerson = {
  userName: 'ada@example.org',
  externalId: '7',
  displayName: 'Ada',
  formatted: null,
  givenName: 'Ada',
  familyName: 'Lovelace',
  emails: [{ value: 'ada@example.org', type: 'work', primary: true }],
  active: true,
};
const patched = (...Operations: unknown[]): ScimPerson => patchPerson(ADA, { Operations });
const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};
const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

describe('a person as a provider sends them', () => {
  test('is read with names in any case; what is not kept is ignored', () => {
    const body = {
      schemas: [core, enterprise],
      USERNAME: ' ada@example.org ',
      externalId: '7',
      name: { givenname: 'Ada', familyName: 'Lovelace', honorificPrefix: 'Countess' },
      displayName: 'Ada',
      emails: [{ value: 'ada@example.org', type: 'work', primary: 'True', display: 'x' }],
      title: 'Countess',
      password: 'secret',
      [enterprise]: { department: 'Engines' },
    };
    expect(readPerson(body)).toEqual(ADA);
  });

  test('needs no more than a userName', () => {
    expect(readPerson({ userName: 'ada', name: null, emails: null, active: null })).toEqual({
      userName: 'ada',
      externalId: null,
      displayName: null,
      formatted: null,
      givenName: null,
      familyName: null,
      emails: [],
      active: true,
    });
  });

  test.each([
    ['nothing', {}, 'scim_invalid_value'],
    ['an empty userName', { userName: ' ' }, 'scim_invalid_value'],
    ['a userName that is no text', { userName: 7 }, 'scim_invalid_value'],
    ['a long userName', { userName: 'a'.repeat(255) }, 'scim_invalid_value'],
    ['what is no address', { userName: 'a', emails: [{ value: 'a' }] }, 'scim_invalid_value'],
    ['an address without a value', { userName: 'a', emails: [{}] }, 'scim_invalid_value'],
    ['eleven addresses', { userName: 'a', emails: Array(11).fill({ value: 'a@example.org' }) }, 'scim_invalid_value'],
    ['active that is no truth value', { userName: 'a', active: 'yes' }, 'scim_invalid_value'],
    ['a name that is a text', { userName: 'a', name: 'Ada' }, 'scim_invalid_syntax'],
    ['a list', [], 'scim_invalid_syntax'],
    ['no body', undefined, 'scim_invalid_syntax'],
  ])('is refused: %s', (_, body, code) => {
    expect(codeOf(() => readPerson(body))).toBe(code);
  });
});

describe('a change of a person', () => {
  test('of Entra ID: capital words, truth values as text, paths with conditions', () => {
    expect(
      patched(
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'Add', path: 'name.givenName', value: 'Augusta' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'lovelace@example.org' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Engines' },
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
      ),
    ).toEqual({
      ...ADA,
      active: false,
      givenName: 'Augusta',
      emails: [{ value: 'lovelace@example.org', type: 'work', primary: true }],
    });
  });

  test('of Entra ID: paths as names of a value', () => {
    const value = {
      displayName: 'Countess',
      'name.familyName': 'King',
      'emails[type eq "home"].value': 'h@example.org',
    };
    expect(patched({ op: 'Add', value })).toEqual({
      ...ADA,
      displayName: 'Countess',
      familyName: 'King',
      emails: [...ADA.emails, { value: 'h@example.org', type: 'home' }],
    });
  });

  test('of Okta: a value without a path, in which the unknown is ignored', () => {
    expect(patched({ op: 'replace', value: { active: false, id: '9', nickName: 'A', unknown: 1 } })).toEqual({
      ...ADA,
      active: false,
    });
  });

  test('by paths with their schema', () => {
    expect(patched({ op: 'replace', path: `${core}:userName`, value: 'countess' }).userName).toBe('countess');
  });

  test('removes what it names, but what must be there', () => {
    const { externalId, familyName, emails } = patched(
      { op: 'remove', path: 'externalId' },
      { op: 'remove', path: 'name.familyName' },
      { op: 'remove', path: 'emails[value eq "ADA@example.org"]' },
    );
    expect([externalId, familyName, emails]).toEqual([null, null, []]);
    expect(patched({ op: 'remove', path: 'name' })).toMatchObject({ givenName: null, familyName: null });
    expect(codeOf(() => patched({ op: 'remove', path: 'userName' }))).toBe('scim_invalid_value');
    expect(codeOf(() => patched({ op: 'remove', path: 'active' }))).toBe('scim_invalid_value');
  });

  test('adds addresses, of which one is the main one', () => {
    const added = { value: 'b@example.org', primary: true };
    expect(patched({ op: 'add', path: 'emails', value: [added] }).emails).toEqual([
      { ...ADA.emails[0], primary: false },
      added,
    ]);
    expect(patched({ op: 'replace', path: 'emails', value: added }).emails).toEqual([added]);
    expect(patched({ op: 'remove', path: 'emails' }).emails).toEqual([]);
    expect(patched({ op: 'replace', path: 'emails[primary eq true].value', value: 'c@example.org' }).emails).toEqual([
      { ...ADA.emails[0], value: 'c@example.org' },
    ]);
  });

  test.each([
    [{ op: 'replace', path: 'unknown', value: 1 }, 'scim_invalid_path'],
    [{ op: 'replace', path: 'emails[', value: 1 }, 'scim_invalid_path'],
    [{ op: 'replace', path: 'emails[type co "w"].value', value: 'a@example.org' }, 'scim_invalid_path'],
    [{ op: 'replace', path: 'emails[display eq "w"].value', value: 'a@example.org' }, 'scim_invalid_path'],
    [{ op: 'replace', path: 'userName.x', value: 'a' }, 'scim_invalid_path'],
    [{ op: 'replace', path: 'userName[value eq "a"]', value: 'a' }, 'scim_invalid_path'],
    [{ op: 'replace', path: '__proto__', value: {} }, 'scim_invalid_path'],
    [{ op: 'replace', path: 'constructor.prototype', value: {} }, 'scim_invalid_path'],
    [{ op: 'replace', path: 'a.'.repeat(2_000), value: 1 }, 'scim_invalid_path'],
    [{ op: 'remove' }, 'scim_invalid_path'],
    [{ op: 'replace', path: 7, value: 1 }, 'scim_invalid_path'],
    [{ op: 'move', path: 'userName', value: 'a' }, 'scim_invalid_syntax'],
    [{ path: 'userName', value: 'a' }, 'scim_invalid_syntax'],
    [{ op: 'add', value: 'a' }, 'scim_invalid_syntax'],
    ['add', 'scim_invalid_syntax'],
    [{ op: 'replace', path: 'active', value: 'off' }, 'scim_invalid_value'],
    [{ op: 'replace', path: 'emails', value: Array(11).fill({ value: 'a@example.org' }) }, 'scim_invalid_value'],
  ])('%j is refused', (operation, code) => {
    expect(codeOf(() => patched(operation))).toBe(code);
  });

  test('has a list of at most 1,000 operations', () => {
    const step = { op: 'replace', path: 'displayName', value: 'A' };
    expect(patched(...Array<object>(1_000).fill(step)).displayName).toBe('A');
    expect(codeOf(() => patched(...Array<object>(1_001).fill(step)))).toBe('scim_invalid_value');
    expect(codeOf(() => patchPerson(ADA, { operations: {} }))).toBe('scim_invalid_syntax');
    expect(patchPerson(ADA, { operations: [step] }).displayName).toBe('A');
  });
});

test('the address is the main one, else that of work, else the first, else the userName', () => {
  const [home, work] = [
    { value: 'Home@example.org', type: 'home' },
    { value: 'Work@example.org', type: 'Work' },
  ];
  const of = (...emails: ScimPerson['emails']) => addressOf({ userName: 'Ada@example.org', emails });
  expect(of(work, { ...home, primary: true })).toBe('home@example.org');
  expect(of(home, work)).toBe('work@example.org');
  expect(of(home)).toBe('home@example.org');
  expect(of()).toBe('ada@example.org');
  expect(addressOf({ userName: 'ADA@EXAMPLE.ORG', emails: [] })).toBe('ada@example.org');
  expect(codeOf(() => addressOf({ userName: 'ada', emails: [] }))).toBe('scim_invalid_value');
});

test('the name is the one to be shown, else the whole one, else its parts, else the userName', () => {
  expect(nameOfPerson(ADA)).toBe('Ada');
  expect(nameOfPerson({ ...ADA, displayName: null, formatted: 'Lady Lovelace' })).toBe('Lady Lovelace');
  expect(nameOfPerson({ ...ADA, displayName: null })).toBe('Ada Lovelace');
  expect(nameOfPerson({ ...ADA, displayName: null, givenName: null, familyName: null })).toBe('ada@example.org');
});
