import { randomUUID } from 'node:crypto';
import { Vault } from '../../libs/secrets/src/index.js';
import { encryptStoredSecrets } from '../../apps/api/src/service/app/encrypt-stored-secrets.js';
import { clientSecretLocation } from '../../apps/api/src/accounts/single-sign-on/settings/client-secret.js';
import { makeCertificate } from '../support/certificate.js';
import { provedDomain } from '../support/proved-domain.js';
import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({ LIMIT_DOMAINS: '5' });
const { pem } = makeCertificate();

const OIDC = { kind: 'oidc', issuer: 'https://8.8.8.8/tenant', clientId: 'curbcut', clientSecret: 'a secret of ours' };
const SAML = {
  kind: 'saml',
  entityId: 'urn:example:idp',
  signInUrl: 'https://8.8.8.8/sso',
  certificates: [pem],
};

const urlOf = (w: World) => `${w.organization.url}/settings/sign-in`;
const put = (w: World, body: object, by: Person = w.owner) => service.as(by.token).put(urlOf(w)).send(body);
const read = (w: World, by: Person = w.owner) => service.as(by.token).get(urlOf(w));
const shape = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const faults = (body: { errors?: { path: string; code: string }[] }) =>
  body.errors?.map(({ path, code }) => [path, code]);
/** Turns the second factor of a person on, which their sessions have passed, or off. */
async function withFactor(person: Person, on = true): Promise<void> {
  await service.database.query('UPDATE users SET two_factor_enabled = $2 WHERE id = $1', [person.id, on]);
  await service.database.query('UPDATE sessions SET factor_passed = $2 WHERE user_id = $1', [person.id, on]);
}
const prove = (w: World) => provedDomain(service, w);
const eventsOf = async (w: World) =>
  (
    await service.database.query<{ type: string; changes: { field: string; to: unknown }[] }[]>(
      `SELECT type, changes FROM events WHERE organization_id = $1 AND type LIKE 'sign_in.%' ORDER BY at`,
      [w.organization.id],
    )
  ).map(({ type, changes }) => ({ type, changes: changes ?? [] }));

/** An organization whose people must come in by its provider, with one owner who can come in without it. */
async function requiring(w: World, over: object = {}) {
  await prove(w);
  await withFactor(w.owner);
  const body = { ...SAML, required: true, recoveryOwnerIds: [w.owner.id], ...over };
  await put(w, body).expect(200);
  return body;
}

/** Has the sessions of a person begun by the provider of the organization. */
const comeByProvider = (w: World, person: Person) =>
  service.database.query('UPDATE sessions SET provider_organization_id = $2 WHERE user_id = $1', [
    person.id,
    w.organization.id,
  ]);

describe('the provider of an organization', () => {
  test('is set, read with its defaults, and its secret is stored encrypted and never told', async () => {
    const w = await world(service);
    expect(shape(await read(w))).toEqual([404, 'not_found']);
    const { body, headers } = await put(w, OIDC).expect(200);
    expect(body.settings).toMatchObject({
      kind: 'oidc',
      issuer: OIDC.issuer,
      clientId: 'curbcut',
      entityId: null,
      certificates: [],
      required: false,
      countsAsFactor: false,
      createRole: null,
      attributes: { email: 'email', name: 'name', groups: 'groups' },
      groups: [],
      recoveryOwnerIds: [],
    });
    const again = await read(w).expect(200);
    expect(again.body).toEqual(body);
    expect(again.headers['etag']).toBe(headers['etag']);
    const [{ stored, told }] = await service.database.query(
      `SELECT client_secret AS stored, (SELECT json_agg(e)::text FROM events e WHERE organization_id = $1) AS told
       FROM organization_sign_in WHERE organization_id = $1`,
      [w.organization.id],
    );
    expect(stored).toMatch(/^v1\./);
    expect(JSON.stringify(body) + told).not.toContain(OIDC.clientSecret);
    expect(await eventsOf(w)).toMatchObject([
      {
        type: 'sign_in.updated',
        changes: expect.arrayContaining([{ field: 'clientSecret', from: null, to: 'replaced' }]),
      },
    ]);
  });

  test('of SAML tells of its certificates, and maps groups to roles and teams', async () => {
    const w = await world(service);
    const team = (
      await service
        .as(w.owner.token)
        .post('/api/auth/organization/create-team')
        .send({ name: 'Web', organizationId: w.organization.id })
    ).body.id as string;
    const groups = [
      { group: 'Editors', role: 'member', teamId: team },
      { group: 'Heads', role: 'admin', teamId: null },
    ];
    const attributes = { email: 'urn:oid:0.9.2342.19200300.100.1.3', name: 'displayName', groups: 'memberOf' };
    const { body } = await put(w, { ...SAML, createRole: 'member', groups, attributes, idpInitiated: true }).expect(
      200,
    );
    expect(body.settings).toMatchObject({
      issuer: null,
      entityId: SAML.entityId,
      groups,
      attributes,
      idpInitiated: true,
    });
    expect(body.settings.certificates).toEqual([pem]);
    expect(body.settings.certificateDetails).toMatchObject([{ validUntil: expect.stringMatching(/Z$/) }]);
    await service
      .as(w.owner.token)
      .post('/api/auth/organization/remove-team')
      .send({ teamId: team, organizationId: w.organization.id })
      .expect(200);
    expect((await read(w)).body.settings.groups[0]).toEqual({ ...groups[0], teamId: null });
  });

  test('is refused with every fault named at once', async () => {
    const w = await world(service);
    const other = await world(service);
    expect(faults((await put(w, { kind: 'oidc', entityId: 'x' }).expect(400)).body)).toEqual([
      ['/issuer', 'required'],
      ['/clientId', 'required'],
      ['/entityId', 'not_applicable'],
    ]);
    expect(faults((await put(w, { ...SAML, certificates: [], groups: [{ group: 'a', role: 'owner' }] })).body)).toEqual(
      expect.arrayContaining([
        ['/certificates', 'too_few'],
        ['/groups/0/role', 'not_allowed'],
      ]),
    );
    const ended = makeCertificate({ days: -1 }).pem;
    const groups = [
      { group: 'a', role: 'member' },
      { group: 'a', role: 'admin' },
    ];
    expect(faults((await put(w, { ...SAML, certificates: [pem, ended, 'x'], groups })).body)).toEqual([
      ['/certificates/1', 'not_allowed'],
      ['/certificates/2', 'not_allowed'],
      ['/groups/1/group', 'duplicate'],
    ]);
    const references = {
      ...OIDC,
      clientSecret: undefined,
      groups: [{ group: 'a', role: 'member', teamId: randomUUID() }],
      recoveryOwnerIds: [w.owner.id, w.admin.id, other.owner.id],
    };
    expect(faults((await put(w, references)).body)).toEqual([
      ['/groups/0/teamId', 'unknown_reference'],
      ['/recoveryOwnerIds/1', 'unknown_reference'],
      ['/recoveryOwnerIds/2', 'unknown_reference'],
      ['/clientSecret', 'required'],
    ]);
    for (const [issuer, code] of [
      ['http://8.8.8.8', 'not_allowed'],
      ['https://127.0.0.1/x', 'private_address'],
      ['https://[::1]', 'private_address'],
      ['https://10.1.2.3', 'private_address'],
      ['https://169.254.169.254/latest', 'private_address'],
    ])
      expect([issuer, faults((await put(w, { ...OIDC, issuer })).body)]).toEqual([issuer, [['/issuer', code]]]);
    expect(shape(await read(w))).toEqual([404, 'not_found']);
  });

  test('is for owners with a fresh proof alone, and of nobody else’s organization', async () => {
    const [w, other] = [await world(service), await world(service)];
    await put(w, OIDC).expect(200);
    expect(shape(await read(w, w.admin))).toEqual([403, 'role_too_low']);
    expect(shape(await put(w, OIDC, w.admin))).toEqual([403, 'role_too_low']);
    expect(shape(await read(w, other.owner))).toEqual([403, 'not_a_member']);
    expect(shape(await put(w, OIDC, other.owner))).toEqual([403, 'not_a_member']);
    expect(shape(await service.as(w.keys.write).get(urlOf(w)))).toEqual([403, 'session_required']);
    await service.database.query(`UPDATE sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      w.owner.id,
    ]);
    expect(shape(await put(w, OIDC))).toEqual([403, 'fresh_proof_required']);
    expect(shape(await service.as(w.owner.token).delete(urlOf(w)))).toEqual([403, 'fresh_proof_required']);
    await read(w).expect(200);
  });

  test('keeps its secret while issuer and client stay, and sends it to no other', async () => {
    const w = await world(service);
    await put(w, OIDC).expect(200);
    const { clientSecret: _, ...rest } = OIDC;
    await put(w, { ...rest, countsAsFactor: true }).expect(200);
    for (const over of [{ issuer: 'https://9.9.9.9' }, { clientId: 'another' }])
      expect(faults((await put(w, { ...rest, ...over })).body)).toEqual([['/clientSecret', 'required']]);
    const [{ secret }] = await service.database.query(
      'SELECT client_secret AS secret FROM organization_sign_in WHERE organization_id = $1',
      [w.organization.id],
    );
    const vault = new Vault(service.settings.secretKey);
    expect(vault.open(clientSecretLocation(w.organization.id), secret)).toBe(OIDC.clientSecret);
  });

  test('is changed by one who knows how it stands', async () => {
    const w = await world(service);
    const { headers } = await put(w, OIDC).expect(200);
    const first = headers['etag']!;
    await put(w, { ...OIDC, clientId: 'two' })
      .set('If-Match', first)
      .expect(200);
    const refused = await put(w, { ...OIDC, clientId: 'three' }).set('If-Match', first);
    expect(shape(refused)).toEqual([412, 'changed_meanwhile']);
    expect(refused.body.settings.clientId).toBe('two');
    expect((await service.as(w.owner.token).delete(urlOf(w)).set('If-Match', first)).status).toBe(412);
    await service.as(w.owner.token).delete(urlOf(w)).expect(204);
    expect(shape(await service.as(w.owner.token).delete(urlOf(w)))).toEqual([404, 'not_found']);
    expect((await eventsOf(w)).map(({ type }) => type)).toEqual([
      'sign_in.updated',
      'sign_in.updated',
      'sign_in.removed',
    ]);
  });

  test('ends the sessions that another provider began, but the one that changes it', async () => {
    const w = await world(service);
    await put(w, SAML).expect(200);
    for (const person of [w.owner, w.admin]) await comeByProvider(w, person);
    await put(w, { ...SAML, createRole: 'member' }).expect(200);
    const isIn = async ({ token }: Person) => (await service.as(token).get('/api/auth/list-sessions')).status === 200;
    expect(await isIn(w.admin)).toBe(true);
    await put(w, { ...SAML, entityId: 'urn:example:other' }).expect(200);
    expect([await isIn(w.owner), await isIn(w.admin), await isIn(w.member)]).toEqual([true, false, true]);
    await comeByProvider(w, w.member);
    await service.as(w.owner.token).delete(urlOf(w)).expect(204);
    expect([await isIn(w.owner), await isIn(w.member)]).toEqual([true, false]);
  });

  test('is required only where a domain is proved and an owner with a factor comes in without it', async () => {
    const w = await world(service);
    const body = { ...SAML, required: true };
    expect(shape(await put(w, body))).toEqual([409, 'proved_domain_needed']);
    await prove(w);
    expect(shape(await put(w, body))).toEqual([409, 'recovery_owner_needed']);
    expect(shape(await put(w, { ...body, recoveryOwnerIds: [w.owner.id] }))).toEqual([409, 'recovery_owner_needed']);
    await service.database.query(
      `UPDATE sign_in_domains SET missing_since = now() - interval '15 days' WHERE organization_id = $1`,
      [w.organization.id],
    );
    await withFactor(w.owner);
    const named = { ...body, recoveryOwnerIds: [w.owner.id] };
    expect(shape(await put(w, named))).toEqual([409, 'proved_domain_needed']);
    await prove(w);
    expect((await put(w, named).expect(200)).body.settings).toMatchObject({
      required: true,
      recoveryOwnerIds: [w.owner.id],
    });
  });

  test('is never required without an owner who could come in if it fails', async () => {
    const w = await world(service);
    await requiring(w);
    const second = await w.person('owner');
    await comeByProvider(w, second);
    const auth = (path: string, body: object, by: Person) =>
      service
        .as(by.token)
        .post(`/api/auth/organization/${path}`)
        .send({ organizationId: w.organization.id, ...body });
    const lower = () => auth('update-member-role', { memberId: w.owner.memberId, role: 'member' }, second);
    expect(shape(await lower())).toEqual([409, 'recovery_owner_needed']);
    expect(shape(await auth('remove-member', { memberId: w.owner.memberId }, second))).toEqual([
      409,
      'recovery_owner_needed',
    ]);
    expect(shape(await auth('leave', {}, w.owner))).toEqual([409, 'recovery_owner_needed']);
    // By whose second factor alone anybody could come in keeps it on.
    const factorOff = ({ token }: Person) => service.as(token).post('/api/auth/two-factor/disable').send({});
    expect(shape(await factorOff(w.owner))).toEqual([409, 'recovery_owner_needed']);
    await withFactor(second);
    await put(w, { ...SAML, required: true, recoveryOwnerIds: [w.owner.id, second.id] }).expect(200);
    expect((await factorOff(w.owner)).status).toBe(200);
    await withFactor(w.owner, false);
    expect(shape(await factorOff(second))).toEqual([409, 'recovery_owner_needed']);
    expect((await lower()).status).toBe(200);
    expect((await read(w, second)).body.settings.recoveryOwnerIds).toEqual([second.id]);
    expect(shape(await auth('leave', {}, second))).toEqual([409, 'last_owner']);
  });
});

test('another key reads the secrets of providers once they are encrypted anew', async () => {
  const w = await world(service);
  await put(w, OIDC).expect(200);
  const next = new Vault('another secret key of more than thirty-two characters', service.settings.secretKey);
  expect(await encryptStoredSecrets(service.database, next)).toBeGreaterThan(0);
  const [{ secret }] = await service.database.query(
    'SELECT client_secret AS secret FROM organization_sign_in WHERE organization_id = $1',
    [w.organization.id],
  );
  expect(secret.startsWith(next.prefix)).toBe(true);
  expect(next.open(clientSecretLocation(w.organization.id), secret)).toBe(OIDC.clientSecret);
});
