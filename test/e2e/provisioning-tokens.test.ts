import { randomUUID } from 'node:crypto';
import { scimWorld } from '../support/scim.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();

const tokensOf = (w: World) => `${w.organization.url}/settings/provisioning/tokens`;
const owner = (w: World) => service.as(w.owner.token);
const make = async (w: World): Promise<{ id: string; token: string; baseUrl: string; displayPrefix: string }> =>
  (await owner(w).post(tokensOf(w)).expect(201)).body.token;
const config = (organizationId: string, token?: string) =>
  service.as(token).get(`/api/scim/v2/${organizationId}/ServiceProviderConfig`);
const shape = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const refusal = ({ status, body, headers }: { status: number; body: object; headers: Record<string, string> }) => [
  status,
  headers['content-type'],
  body,
];

describe('tokens for provisioning', () => {
  test('end with the membership of who made them, but where the provider itself takes its administrator out', async () => {
    const w = await scimWorld(service);
    const other = w.member;
    const email = w.address();
    const id = await w.tell(email);
    const makerIs = (userId: string) =>
      service.database.query('UPDATE provisioning_tokens SET created_by_user_id = $2 WHERE organization_id = $1', [
        w.organization.id,
        userId,
      ]);
    const [user] = await service.database.query<{ id: string }[]>('SELECT id FROM users WHERE email = $1', [email]);
    await makerIs(user!.id);
    await w.scim('delete', `Users/${id}`).expect(204);
    expect(await w.standing(email)).toBeUndefined();
    await config(w.organization.id, w.token).expect(200);
    await makerIs(other.id);
    const member = { organizationId: w.organization.id, memberIdOrEmail: other.email };
    await owner(w).post('/api/auth/organization/remove-member').send(member).expect(200);
    await config(w.organization.id, w.token).expect(401);
  });

  test('are shown once, listed by their beginning, and opened by nobody once they are deleted', async () => {
    const w = await world(service);
    const { token, baseUrl, ...made } = await make(w);
    expect(token).toMatch(/^scim_[0-9A-Za-z]{49}$/);
    expect(baseUrl).toMatch(new RegExp(`/api/scim/v2/${w.organization.id}$`));
    expect(made).toMatchObject({ displayPrefix: token.slice(0, 11), lastUsedAt: null });
    expect((await owner(w).get(tokensOf(w))).body).toEqual({ tokens: [made] });
    await config(w.organization.id, token).expect(200);
    const [used] = (await owner(w).get(tokensOf(w))).body.tokens;
    expect(used).toMatchObject({ id: made.id, lastUsedAt: expect.any(String) });
    await owner(w)
      .delete(`${tokensOf(w)}/${made.id}`)
      .expect(204);
    await config(w.organization.id, token).expect(401);
    expect(shape(await owner(w).delete(`${tokensOf(w)}/${made.id}`))).toEqual([404, 'not_found']);
    const events = await service.database.query<{ type: string }[]>(
      `SELECT type FROM events WHERE organization_id = $1 AND type LIKE 'provisioning_token.%' ORDER BY position`,
      [w.organization.id],
    );
    expect(events.map(({ type }) => type)).toEqual(['provisioning_token.created', 'provisioning_token.deleted']);
    const [row] = await service.database.query<object[]>(
      `SELECT 1 FROM events WHERE organization_id = $1 AND events::text LIKE '%' || $2 || '%'`,
      [w.organization.id, token],
    );
    expect(row).toBeUndefined();
  });

  test('are two at most, for owners with a fresh proof alone', async () => {
    const w = await world(service);
    await make(w);
    await make(w);
    expect(shape(await owner(w).post(tokensOf(w)))).toEqual([409, 'provisioning_tokens_full']);
    const post = (token: string) => service.as(token).post(tokensOf(w));
    expect(shape(await post(w.admin.token))).toEqual([403, 'role_too_low']);
    expect(shape(await post(w.stranger.token))).toEqual([403, 'not_a_member']);
    expect(shape(await post(w.keys.write))).toEqual([403, 'session_required']);
    await service.database.query(
      `UPDATE sessions SET proved_at = now() - interval '11 minutes', created_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [w.owner.id],
    );
    expect(shape(await post(w.owner.token))).toEqual([403, 'fresh_proof_required']);
  });

  test('open the one organization that made them, and nothing but SCIM', async () => {
    const [w, other] = [await world(service), await world(service)];
    const { token } = await make(w);
    const unknown = [
      401,
      'application/scim+json; charset=utf-8',
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '401',
        detail: 'The organization has no such provisioning token.',
      },
    ];
    const strangers: [string, string | undefined][] = [
      [other.organization.id, token],
      [randomUUID(), token],
      ['not-an-id', token],
      [w.organization.slug, token],
      [w.organization.id, undefined],
      [w.organization.id, `${token.slice(0, -1)}x`],
      [w.organization.id, w.keys.write],
      [w.organization.id, w.owner.token],
    ];
    for (const [organizationId, credential] of strangers)
      expect([organizationId, ...refusal(await config(organizationId, credential))]).toEqual([
        organizationId,
        ...unknown,
      ]);
    expect(shape(await service.as(token).get(w.organization.url))).toEqual([401, 'unauthenticated']);
    expect(shape(await service.as(token).get(`${w.organization.url}/products`))).toEqual([401, 'unauthenticated']);
  });

  test('are refused where the organization is suspended, and open nothing once it is deleted', async () => {
    const w = await world(service);
    const { token } = await make(w);
    const set = (change: string) =>
      service.database.query(`UPDATE organizations SET ${change} WHERE id = $1`, [w.organization.id]);
    await set('suspended_at = now()');
    expect((await config(w.organization.id, token)).status).toBe(403);
    await set(`deleted_at = now(), deleted_slugs = '{}'`);
    expect((await config(w.organization.id, token)).status).toBe(401);
  });

  test('refuse as SCIM does what is not served', async () => {
    const w = await world(service);
    const { token } = await make(w);
    const { status, body, headers } = await service.as(token).get(`/api/scim/v2/${w.organization.id}/Bulk`);
    expect([status, headers['content-type']]).toEqual([404, 'application/scim+json; charset=utf-8']);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: 'There is no such path.',
    });
  });
});

describe('what providers ask first', () => {
  test('is what is served: patch and filters, no bulk, no order, no tags', async () => {
    const w = await world(service);
    const { token, baseUrl } = await make(w);
    const { body, headers } = await config(w.organization.id, token).expect(200);
    expect(headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: false },
      etag: { supported: false },
      meta: { location: `${baseUrl}/ServiceProviderConfig` },
    });
  });

  test('the kinds of resources and their schemas are listed, and read one by one', async () => {
    const w = await world(service);
    const { token } = await make(w);
    const get = (path: string) => service.as(token).get(`/api/scim/v2/${w.organization.id}/${path}`);
    const kinds = (await get('ResourceTypes').expect(200)).body;
    expect([kinds.totalResults, kinds.Resources.map(({ id }: { id: string }) => id)]).toEqual([2, ['User', 'Group']]);
    expect((await get('ResourceTypes/User').expect(200)).body).toEqual(kinds.Resources[0]);
    const schemas = (await get('Schemas').expect(200)).body;
    for (const schema of schemas.Resources)
      expect((await get(`Schemas/${schema.id}`).expect(200)).body).toEqual(schema);
    expect(schemas.Resources.map(({ id }: { id: string }) => id)).toEqual(
      kinds.Resources.map(({ schema }: { schema: string }) => schema),
    );
    expect((await get('Schemas/urn:none')).body).toMatchObject({ status: '404' });
  });
});
