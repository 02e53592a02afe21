import { isSuspect, type MadeAccess } from './made-access.js';

const made = (values: Partial<MadeAccess>): MadeAccess => ({
  id: 'a',
  kind: 'api_key',
  recordId: 'b',
  organizationId: 'c',
  title: 'Key',
  details: {},
  sessionId: 'asking',
  fresh: false,
  ownNetwork: false,
  madeAt: new Date(0),
  kept: false,
  ...values,
});

test.each([
  ['restore_address', { fresh: true, ownNetwork: true }, true],
  ['recover', { fresh: true }, false],
  ['recover', { fresh: true, sessionId: 'another' }, true],
  ['recover', { fresh: true, sessionId: null }, true],
  ['recover', { ownNetwork: true }, true],
  ['change_password', { fresh: true }, false],
  ['end_sessions', {}, true],
] as const)('%s: %p is suspended: %p', (cause, values, suspended) => {
  const sessionId = cause === 'restore_address' ? undefined : 'asking';
  expect(isSuspect(made(values), { cause, sessionId })).toBe(suspended);
});

test.each([
  [{}, false, true],
  [{ fresh: true }, false, false],
  [{ ownNetwork: true }, false, false],
  [{ fresh: true, ownNetwork: true }, true, true],
])('a reset password, of %p, somebody else %p: suspended %p', (values, somebodyElse, suspended) => {
  expect(isSuspect(made(values), { cause: 'reset_password', somebodyElse })).toBe(suspended);
});
