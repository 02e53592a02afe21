import { randomUUID } from 'node:crypto';
import { type MemberChange, patchGroup, readGroup } from './group.js';

const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
const GROUP = { displayName: 'Staff', externalId: null };
const patched = (...Operations: unknown[]) => patchGroup(GROUP, { Operations });
const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};
/** The members of a group of `a` and `b` afterwards. */
const after = ({ members: { keeps, added, removed } }: { members: MemberChange }): string[] => [
  ...new Set([...(keeps ? [a, b].filter((id) => !removed.has(id)) : []), ...added]),
];

test('a group is read with its people, once each', () => {
  const members = [{ value: a.toUpperCase(), display: 'Ada' }, { value: a, type: 'User' }, b];
  const group = readGroup({ displayName: 'Staff', externalId: '9', members, id: '1' });
  expect(group).toMatchObject({ displayName: 'Staff', externalId: '9' });
  expect(group.members).toEqual({ keeps: false, added: new Set([a, b]), removed: new Set() });
  expect(readGroup({ displayName: 'Staff' }).members.added.size).toBe(0);
});

test.each([
  ['Entra ID adds', [{ op: 'Add', path: 'members', value: [{ $ref: null, value: c }] }], [a, b, c]],
  ['Entra ID removes', [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] }], [b]],
  ['Okta removes', [{ op: 'remove', path: `members[value eq "${a.toUpperCase()}"]` }], [b]],
  ['a condition adds', [{ op: 'add', path: `members[value eq "${c}"]` }], [a, b, c]],
  ['all are removed', [{ op: 'remove', path: 'members' }], []],
  ['others take their place', [{ op: 'replace', path: 'members', value: [{ value: c }] }], [c]],
  ['a value without a path adds', [{ op: 'add', value: { members: [{ value: c }] } }], [a, b, c]],
  ['a value without a path replaces', [{ op: 'replace', value: { id: '1', members: { value: c } } }], [c]],
  [
    'one step follows the other',
    [
      { op: 'add', path: 'members', value: [{ value: c }] },
      { op: 'remove', path: 'members', value: [{ value: c }, { value: a }] },
      { op: 'add', path: 'members', value: [{ value: a }] },
    ],
    [a, b],
  ],
  [
    'and what follows a replacement',
    [
      { op: 'replace', path: 'members', value: [] },
      { op: 'add', path: 'members', value: [{ value: b }] },
    ],
    [b],
  ],
])('members change: %s', (_, operations, members) => {
  expect(after(patched(...operations)).sort()).toEqual([...members].sort());
});

test('its names change, and the members stay', () => {
  const group = patched({ op: 'replace', value: { displayName: 'People', externalId: 'x' } });
  expect(group).toMatchObject({ displayName: 'People', externalId: 'x' });
  expect(after(group)).toEqual([a, b]);
  expect(patched({ op: 'remove', path: 'externalId' }).externalId).toBeNull();
});

test.each([
  [{ op: 'add', path: 'members', value: [{ value: a, type: 'Group' }] }, 'scim_invalid_value'],
  [{ op: 'add', path: 'members', value: [{ value: 'x' }] }, 'scim_invalid_value'],
  [{ op: 'add', path: 'members', value: [{}] }, 'scim_invalid_value'],
  [{ op: 'add', path: 'members', value: [7] }, 'scim_invalid_syntax'],
  [{ op: 'remove', path: 'displayName' }, 'scim_invalid_value'],
  [{ op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` }, 'scim_invalid_path'],
  [{ op: 'remove', path: `members[display eq "Ada"]` }, 'scim_invalid_path'],
  [{ op: 'add', path: 'members.display', value: 'Ada' }, 'scim_invalid_path'],
  [{ op: 'add', path: 'owners', value: [] }, 'scim_invalid_path'],
])('%j is refused', (operation, code) => {
  expect(codeOf(() => patched(operation))).toBe(code);
});

test('a group needs a name', () => {
  expect(codeOf(() => readGroup({ members: [] }))).toBe('scim_invalid_value');
});
