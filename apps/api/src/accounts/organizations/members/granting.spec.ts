import { ungrantableRoles, mayGrant } from './granting.js';

test.each([
  ['owner', ['member', 'admin', 'owner']],
  ['admin', ['member', 'admin']],
  ['member', []],
  [undefined, []],
] as const)('%s may make %s', (granter, granted) => {
  const all = ['member', 'admin', 'owner'] as const;
  expect(all.filter((role) => mayGrant(granter, role))).toEqual(granted);
  expect([...granted, ...ungrantableRoles(granter)]).toEqual(all);
});
