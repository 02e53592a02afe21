import type { SignInSettings } from '@curbcut/client';
import { bodyOf, emptyOf, isOther, valuesOf } from './provider-values';

const PRESENT: SignInSettings = {
  kind: 'oidc',
  issuer: 'https://login.example.org',
  clientId: 'curbcut',
  entityId: null,
  signInUrl: null,
  certificates: [],
  certificateDetails: [],
  idpInitiated: false,
  required: false,
  countsAsFactor: true,
  createRole: null,
  attributes: { email: 'email', name: 'name', groups: 'groups' },
  groups: [{ group: 'Administrators', role: 'admin', teamId: null }],
  recoveryOwnerIds: [],
  serviceKeys: [],
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
};

test('settings that nobody changed are sent as they are, without a secret', () => {
  const { kind, issuer, clientId, required, countsAsFactor, createRole, attributes, groups, recoveryOwnerIds } =
    PRESENT;
  expect(bodyOf(valuesOf(PRESENT))).toEqual({
    kind,
    issuer,
    clientId,
    required,
    countsAsFactor,
    createRole,
    attributes,
    groups,
    recoveryOwnerIds,
  });
});

test('what belongs to the other kind is left out, and so are certificates that were not filled in', () => {
  const body = bodyOf({
    ...valuesOf(PRESENT),
    kind: 'saml',
    entityId: ' idp ',
    signInUrl: 'https://idp.example.org',
    certificates: ['MIIC', ' '],
  });
  expect(body).toMatchObject({ kind: 'saml', entityId: 'idp', certificates: ['MIIC'], idpInitiated: false });
  expect(body).not.toHaveProperty('issuer');
  expect(body).not.toHaveProperty('clientSecret');
});

test('a secret is needed where it is the first, or issuer or client are others', () => {
  const values = valuesOf(PRESENT);
  expect(emptyOf(values, PRESENT)).toEqual([]);
  expect(emptyOf(values, null)).toEqual(['clientSecret']);
  expect(emptyOf({ ...values, clientId: 'another' }, PRESENT)).toEqual(['clientSecret']);
  expect(emptyOf({ ...values, issuer: ' ', groups: [{ group: '', role: 'member', teamId: '' }] }, PRESENT)).toEqual([
    'issuer',
    'clientSecret',
    'groups',
  ]);
});

test('another issuer or another kind is another provider', () => {
  const values = valuesOf(PRESENT);
  expect(isOther(values, PRESENT)).toBe(false);
  expect(isOther({ ...values, clientId: 'another' }, PRESENT)).toBe(false);
  expect(isOther({ ...values, issuer: 'https://other.example.org' }, PRESENT)).toBe(true);
  expect(isOther({ ...values, kind: 'saml' }, PRESENT)).toBe(true);
  expect(isOther(values, null)).toBe(false);
});
