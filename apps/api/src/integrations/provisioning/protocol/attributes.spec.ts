import { isSelected, selected, selectionOf } from './attributes.js';
import { pageOf } from './paging.js';

const USER = {
  schemas: ['urn:x'],
  id: '1',
  userName: 'ada',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ value: 'a@example.org', type: 'work' }],
  meta: { resourceType: 'User' },
};
const shown = (query: object) => selected(USER, selectionOf(query));

test('all is answered where nothing is asked for', () => {
  expect(shown({})).toEqual(USER);
  expect(shown({ attributes: '', excludedAttributes: ' , ' })).toEqual(USER);
});

test('what is asked for is answered with the id, in any case and with its schema', () => {
  const [schemas, id] = [USER.schemas, '1'];
  expect(shown({ attributes: 'USERNAME' })).toEqual({ schemas, id, userName: 'ada' });
  expect(shown({ attributes: 'urn:ietf:params:scim:schemas:core:2.0:User:name.givenName, emails.value' })).toEqual({
    schemas,
    id,
    name: { givenName: 'Ada' },
    emails: [{ value: 'a@example.org' }],
  });
  expect(shown({ attributes: 'name', excludedAttributes: 'name.givenName' })).toEqual({ schemas, id, name: USER.name });
  expect(shown({ attributes: 'nothing' })).toEqual({ schemas, id });
});

test('what is excluded is left out, but never the id', () => {
  const { emails: _, ...others } = USER;
  expect(shown({ excludedAttributes: 'emails,id' })).toEqual(others);
  expect(shown({ excludedAttributes: 'name.familyName' })).toEqual({ ...USER, name: { givenName: 'Ada' } });
});

test('what nobody asks for need not be read', () => {
  expect(isSelected(selectionOf({ excludedAttributes: 'members' }), 'members')).toBe(false);
  expect(isSelected(selectionOf({ attributes: 'displayName' }), 'members')).toBe(false);
  expect(isSelected(selectionOf({ attributes: 'members.value' }), 'members')).toBe(true);
  expect(isSelected(selectionOf({}), 'members')).toBe(true);
});

test.each([
  [{}, { startIndex: 1, count: 100 }],
  [
    { startIndex: '0', count: '-3' },
    { startIndex: 1, count: 0 },
  ],
  [
    { startIndex: '201', count: '200' },
    { startIndex: 201, count: 200 },
  ],
  [
    { startIndex: '-7', count: '100000' },
    { startIndex: 1, count: 200 },
  ],
  [{ startIndex: '99999999999999999999' }, { startIndex: 2_147_483_647, count: 100 }],
])('%j is the page %j', (query, page) => {
  expect(pageOf(query)).toEqual(page);
});

test.each(['x', '1.5', '1e3', '9'.repeat(30)])('%s is no page', (startIndex) => {
  expect(() => pageOf({ startIndex })).toThrow(expect.objectContaining({ code: 'scim_invalid_value' }) as Error);
});
