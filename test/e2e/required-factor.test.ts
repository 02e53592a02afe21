import { newId } from '#libs/ids';
import type { Role } from '../../apps/api/src/platform/http/policy.js';
import { Member } from '../../apps/api/src/accounts/organizations/members/member.entity.js';
import {
  codeForUri,
  PASSWORD,
  type PersonWithSecondFactor,
  signUp,
  signUpWithSecondFactor,
} from '../support/authenticator.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const auth = (token: string, path: string, body: object = {}) =>
  service.as(token).post(`/api/auth/organization/${path}`).send(body);
const joins = async <P extends { id: string }>(w: World, person: P, role: Role): Promise<P> => {
  await service.database.manager.insert(Member, {
    id: newId(),
    organizationId: w.organization.id,
    userId: person.id,
    role,
  });
  return person;
};
const require = (w: World, token: string, requireTwoFactor = true) =>
  service.as(token).patch(`${w.organization.url}/settings/security`).send({ requireTwoFactor });
const strict = async (): Promise<World & { boss: PersonWithSecondFactor }> => {
  const w = await world(service);
  const boss = await joins(w, await signUpWithSecondFactor(service), 'owner');
  await require(w, boss.token);
  return { ...w, boss };
};
const shape = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const REFUSED = [403, 'two_factor_required'];

describe('asking members for a second factor', () => {
  test('is for admins and owners who have passed one themselves', async () => {
    const w = await world(service);
    expect(shape(await require(w, w.owner.token))).toEqual([409, 'two_factor_missing']);
    expect(shape(await require(w, w.member.token))).toEqual([403, 'role_too_low']);
    expect(shape(await require(w, w.stranger.token))).toEqual([403, 'not_a_member']);
    expect(shape(await require(w, w.keys.write))).toEqual([403, 'session_required']);
    const boss = await joins(w, await signUpWithSecondFactor(service), 'admin');
    await service.database.query('UPDATE sessions SET factor_passed = false WHERE user_id = $1', [boss.id]);
    expect(shape(await require(w, boss.token))).toEqual([409, 'two_factor_missing']);
    await service.database.query('UPDATE sessions SET factor_passed = true WHERE user_id = $1', [boss.id]);
    expect((await require(w, boss.token)).body).toEqual({
      settings: { requireTwoFactor: true, requireFreshProof: false },
    });
    expect((await require(w, boss.token, false)).body).toEqual({
      settings: { requireTwoFactor: false, requireFreshProof: false },
    });
    const bad = await service.as(boss.token).patch(`${w.organization.url}/settings/security`).send({});
    expect(bad.status).toBe(400);
  });

  test('shows who has none the name of the organization, and exports nothing of it', async () => {
    const w = await strict();
    const { id } = w.organization;
    await service.database.query(
      `UPDATE organizations SET metadata = '{"a": 1}', logo = 'https://a.test/' WHERE id = $1`,
      [id],
    );
    const listed = async (token: string) => (await service.as(token).get('/api/auth/organization/list')).body;
    const exported = async (token: string) => (await service.as(token).get('/v1/me/export')).text;
    const closed = { id, name: 'Example', slug: expect.any(String), logo: null, createdAt: null, metadata: null };
    expect(await listed(w.member.token)).toEqual([closed]);
    expect((await auth(w.member.token, 'set-active', { organizationId: id })).body).toEqual(closed);
    const memberships = async (token: string) => JSON.parse(await exported(token)).memberships;
    expect(await memberships(w.admin.token)).toEqual([]);
    expect(await memberships(w.boss.token)).toMatchObject([{ organizationId: id }]);
    expect(await listed(w.boss.token)).toMatchObject([{ id, metadata: '{"a":1}', createdAt: expect.any(String) }]);
    expect((await auth(w.boss.token, 'set-active', { organizationId: id })).body.metadata).toBe('{"a":1}');
  });

  test('shuts out who has none, with the way back in, and lets keys go on', async () => {
    const w = await strict();
    for (const { token } of [w.owner, w.admin, w.member]) {
      const refused = await service.as(token).get(`${w.organization.url}/products`);
      expect(shape(refused)).toEqual(REFUSED);
      expect(refused.body.message).toContain('/api/auth/two-factor/enable');
      expect(refused.body.message).toContain('reset-factor');
    }
    expect(shape(await service.as(w.stranger.token).get(`${w.organization.url}/products`))).toEqual([
      403,
      'not_a_member',
    ]);
    expect(shape(await require(w, w.owner.token, false))).toEqual(REFUSED);
    expect((await service.as(w.boss.token).get(`${w.organization.url}/products`)).status).toBe(200);
    expect((await service.as(w.keys.read).get(`${w.organization.url}/products`)).status).toBe(200);
  });

  test('holds at the identity endpoints that act on the organization, but for leaving it and making it active', async () => {
    const w = await strict();
    const { organization, admin } = w;
    const named = { organizationId: organization.id };
    for (const [path, body] of [
      ['update', { data: { name: 'Mine' } }],
      ['invite-member', { email: 'x@example.org', role: 'member' }],
      ['create-team', { name: 'Team' }],
      ['update-member-role', { memberId: w.member.memberId, role: 'admin' }],
      ['remove-member', { memberId: w.member.memberId }],
      ['has-permission', { permissions: { organization: ['update'] } }],
    ] as const)
      expect([path, ...shape(await auth(admin.token, path, { ...named, ...body }))]).toEqual([path, ...REFUSED]);
    for (const path of [
      'get-organization',
      'get-full-organization',
      'list-members',
      'list-teams',
      'list-invitations',
      'get-invitations',
      'get-active-member',
      'get-active-member-role',
    ])
      expect([
        path,
        ...shape(await service.as(admin.token).get(`/api/auth/organization/${path}?organizationId=${organization.id}`)),
      ]).toEqual([path, ...REFUSED]);
    expect((await auth(admin.token, 'set-active', named)).status).toBe(200);
    expect((await auth(admin.token, 'leave', named)).status).toBe(200);
    expect((await auth(w.boss.token, 'create-team', { ...named, name: 'Team' })).status).toBe(200);
  });

  test('who turns one on is let in by that session', async () => {
    const w = await strict();
    const person = await joins(w, await signUp(service), 'member');
    expect(shape(await service.as(person.token).get(`${w.organization.url}/products`))).toEqual(REFUSED);
    const post = (path: string, body: object) =>
      service.as(person.token).post(`/api/auth/two-factor/${path}`).send(body);
    const { totpURI } = (await post('enable', { password: PASSWORD })).body;
    const { token } = (await post('verify-totp', { code: codeForUri(totpURI) })).body;
    expect((await service.as(token).get(`${w.organization.url}/products`)).status).toBe(200);
  });

  test('what counts is that there is a factor now: who turns it off is out at once, in every session', async () => {
    const w = await strict();
    await service.as(w.boss.token).post('/api/auth/two-factor/disable').send({ password: PASSWORD });
    expect(shape(await service.as(w.boss.token).get(`${w.organization.url}/products`))).toEqual(REFUSED);
    const { totpURI } = (
      await service.as(w.boss.token).post('/api/auth/two-factor/enable').send({ password: PASSWORD })
    ).body;
    expect(shape(await service.as(w.boss.token).get(`${w.organization.url}/products`))).toEqual(REFUSED);
    const { token } = (
      await service
        .as(w.boss.token)
        .post('/api/auth/two-factor/verify-totp')
        .send({ code: codeForUri(totpURI) })
    ).body;
    expect((await service.as(token).get(`${w.organization.url}/products`)).status).toBe(200);
  });
});
