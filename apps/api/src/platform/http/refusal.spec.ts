import type { Caller, Policy, AccessTarget } from './policy.js';
import { refusal } from './refusal.js';

const policy = (over: Partial<Policy> = {}): Policy => ({
  access: 'member',
  scope: 'read',
  organization: 'path',
  namesProduct: 'path',
  changes: false,
  sessionOnly: false,
  isIdentity: false,
  ...over,
});
const target: AccessTarget = { organizationId: 'o1', productId: 'p1', enabledModules: ['core', 'issues'] };
const key = (over: Partial<NonNullable<Caller['key']>> = {}): Caller => ({
  role: 'owner',
  key: { organizationId: 'o1', scopes: ['read'], productId: null, ...over },
});

const guarded: AccessTarget = { ...target, requireTwoFactor: true };

test.each<[string, Policy, Caller, string | undefined]>([
  ['a member without a second factor is refused', policy(), { role: 'owner' }, 'two_factor_required'],
  ['one who has passed it gets in', policy(), { role: 'member', passedFactor: true }, undefined],
  ['a stranger learns nothing of it', policy(), {}, 'not_a_member'],
  ['it comes before the role', policy({ access: 'admin' }), { role: 'member' }, 'two_factor_required'],
  ['keys go on', policy(), key(), undefined],
  ['where no organization is named it is not asked', policy({ organization: undefined }), {}, undefined],
])('where a second factor is asked, %s', (_name, given, caller, expected) => {
  expect(refusal(given, caller, guarded)).toBe(expected);
});

test.each<[string, Policy, Caller, string | undefined]>([
  ['a member reads', policy(), { role: 'member' }, undefined],
  ['a stranger is refused', policy(), {}, 'not_a_member'],
  ['a member at an admin endpoint is refused', policy({ access: 'admin' }), { role: 'member' }, 'role_too_low'],
  ['an admin at an admin endpoint passes', policy({ access: 'admin' }), { role: 'admin' }, undefined],
  ['an owner at an admin endpoint passes', policy({ access: 'admin' }), { role: 'owner' }, undefined],
  ['a read key reads', policy(), key(), undefined],
  ['a read key cannot write', policy({ scope: 'write' }), key(), 'key_scope_missing'],
  ['an ingest key cannot read', policy(), key({ scopes: ['ingest'] }), 'key_scope_missing'],
  [
    'a write key cannot ingest',
    policy({ access: 'ingest', scope: 'ingest', organization: undefined }),
    key({ scopes: ['read', 'write'] }),
    'key_scope_missing',
  ],
  [
    'a key of another organization is refused first',
    policy({ scope: 'write' }),
    key({ organizationId: 'o2' }),
    'key_wrong_organization',
  ],
  ['a product key on its product passes', policy(), key({ productId: 'p1' }), undefined],
  ['a product key on another product is refused', policy(), key({ productId: 'p2' }), 'key_product_mismatch'],
  [
    'a product key on the organization is refused',
    policy({ namesProduct: undefined }),
    key({ productId: 'p1' }),
    'key_product_mismatch',
  ],
  [
    'a key from another address is refused before anything of the organization is looked at',
    policy({ scope: 'write' }),
    key({ organizationId: 'o2', addressRefusal: 'key_address_not_allowed' }),
    'key_address_not_allowed',
  ],
  [
    'a product key where no organization is named is refused',
    policy({ access: 'signed-in', organization: undefined, namesProduct: undefined }),
    key({ productId: 'p1' }),
    'key_product_mismatch',
  ],
  [
    'a product key may ingest; the body decides',
    policy({ access: 'ingest', scope: 'ingest', organization: undefined, namesProduct: 'body' }),
    key({ productId: 'p1', scopes: ['ingest'] }),
    undefined,
  ],
  [
    'a key of a member at an admin endpoint is refused',
    policy({ access: 'admin' }),
    { ...key(), role: 'member' },
    'role_too_low',
  ],
  [
    'a key where people are wanted is refused',
    policy({ sessionOnly: true, organization: undefined }),
    key(),
    'session_required',
  ],
  ['a module that is off refuses members', policy({ module: 'audits' }), { role: 'owner' }, 'module_disabled'],
  [
    'a module that is off refuses ingest',
    policy({ access: 'ingest', scope: 'ingest', module: 'testing', organization: undefined }),
    key({ scopes: ['ingest'] }),
    'module_disabled',
  ],
  ['a module that is on lets pass', policy({ module: 'issues' }), { role: 'member' }, undefined],
  ['role comes before module', policy({ access: 'admin', module: 'audits' }), { role: 'member' }, 'role_too_low'],
])('%s', (_name, given, caller, expected) => {
  expect(refusal(given, caller, target)).toBe(expected);
});

test('a suspended organization is read, and changed only where that is said', () => {
  const suspended: AccessTarget = { enabledModules: [], isSuspended: true };
  const refused = (over: Partial<Policy>) => refusal(policy(over), { role: 'owner' }, suspended);
  expect(refused({ changes: false })).toBeUndefined();
  expect(refused({ changes: true })).toBe('organization_suspended');
  expect(refused({ changes: true, whileSuspended: true })).toBeUndefined();
  expect(refusal(policy({ changes: true }), { role: 'owner' }, { enabledModules: [] })).toBeUndefined();
  expect(refusal(policy({ changes: true }), {}, suspended)).toBe('not_a_member');
});
