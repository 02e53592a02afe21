import { TemporarilyUnavailable, unknownReference } from '#libs/errors';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { translateDatabaseError } from './translate.js';

test.each([
  ['a refused connection', { code: 'ECONNREFUSED' }],
  ['a name that does not resolve just now', { code: 'EAI_AGAIN' }],
  ['an unreachable network', { code: 'ENETUNREACH' }],
  ['a server that is shutting down', { driverError: { code: '57P01' } }],
  ['a full disk', { driverError: { code: '53100' } }],
  ['a disk that fails', { driverError: { code: '58030' } }],
  ['a connection that broke under a statement', new Error('Connection terminated unexpectedly')],
  ['a connection that broke between two statements', new QueryRunnerAlreadyReleasedError()],
  ['a connection that broke between two steps', new QueryRunnerProviderAlreadyReleasedError()],
  [
    'another machine that is lost amid a transaction',
    { driverError: { code: 'XX000' }, message: 'failure on connection marked as essential: db-2:5432' },
  ],
  ['a pool that has none free', new Error('timeout exceeded when trying to connect')],
])('%s is no fault of the caller, and may soon be over', (_what, error) => {
  expect(translateDatabaseError(error, {})).toBeInstanceOf(TemporarilyUnavailable);
});

test('the reference that a lost race leaves dangling is named', () => {
  const detail = 'Key (product_id, audit_id)=(0199-a, 0199-b) is not present in table "audits".';
  const named = (driverError: object) =>
    translateDatabaseError(
      { driverError: { code: '23503', constraint: 'fk_x', ...driverError } },
      { fk_x: (value) => unknownReference('/auditId', 'audit', value) },
    )?.message;
  expect(named({ detail })).toBe('There is no such audit: 0199-b');
  expect(named({ detail: 'Key (id)=(0199-c) is not present in table "audits".' })).toContain(': 0199-c');
  expect(named({})).toBe('There is no such audit.');
});

test('a violated reference that nobody has worded is a fault of ours, and so is a record that is still referred to', () => {
  const known = { fk_x: () => unknownReference('/auditId', 'audit') };
  const answer = (driverError: object) =>
    translateDatabaseError({ driverError: { code: '23503', ...driverError } }, known);
  expect(answer({ constraint: 'fk_y', detail: 'Key (y_id)=(0199-a) is not present in table "y".' })).toBeUndefined();
  const detail = 'Key (product_id, id)=(0199-a, 0199-b) is still referenced from table "issues".';
  expect(answer({ constraint: 'fk_x', detail })).toBeUndefined();
});

test('a fault of ours is not made out to be an outage', () => {
  expect(translateDatabaseError(new TypeError('x is not a function'), {})).toBeUndefined();
  expect(translateDatabaseError({ driverError: { code: '42P01' } }, {})).toBeUndefined();
});
