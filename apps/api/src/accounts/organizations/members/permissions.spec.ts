import type { Role } from '../../../platform/http/policy.js';
import { isPermitted } from './permissions.js';

test.each<[Role, Record<string, string[]>, boolean]>([
  ['owner', { organization: ['update', 'delete'] }, true],
  ['admin', { organization: ['update'] }, true],
  ['admin', { organization: ['update', 'delete'] }, false],
  ['admin', { member: ['create', 'update', 'delete'], invitation: ['create', 'cancel'], team: ['delete'] }, true],
  ['admin', { ac: ['read', 'create'] }, true],
  ['member', { ac: ['read'] }, true],
  ['member', { ac: ['read', 'update'] }, false],
  ['member', { team: ['create'] }, false],
  ['member', { ac: ['read'], team: ['create'] }, false],
  ['owner', {}, false],
  ['owner', { organization: [] }, false],
  ['owner', { spaceship: ['fly'] }, false],
  ['owner', { constructor: ['name'] }, false],
])('the permissions of the role %s: %j is %p', (role, requested, expected) => {
  expect(isPermitted(role, requested)).toBe(expected);
});
