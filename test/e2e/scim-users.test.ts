import { randomUUID } from 'node:crypto';
import { newId } from '../../libs/ids/src/index.js';
import { hashOf, randomToken } from '../../libs/secrets/src/index.js';
import { patchOf, scimWorld, type ScimWorld } from '../support/scim.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ LIMIT_MEMBERS: '6' });

const OFF = patchOf({ op: 'Replace', path: 'active', value: 'False' });
const ON = patchOf({ op: 'replace', value: { active: true } });
const refusal = ({ status, body }: { status: number; body: { scimType?: string } }) => [status, body.scimType];
const userOf = async (email: string) =>
  (
    await service.database.query<
      { id: string; name: string; managedBy: string; disabled: boolean; verified: boolean }[]
    >(
      `SELECT id, name, managed_by AS "managedBy", disabled_at IS NOT NULL AS disabled, email_verified AS verified
       FROM users WHERE email = $1`,
      [email],
    )
  )[0]!;
/** A session of an account; its secret. */
async function sessionOf(userId: string, providerOrganizationId: string | null = null): Promise<string> {
  const token = randomToken();
  await service.database.query(
    `INSERT INTO sessions (id, user_id, token_hash, expires_at, provider_organization_id)
     VALUES ($1, $2, $3, now() + interval '1 day', $4)`,
    [newId(), userId, hashOf(token), providerOrganizationId],
  );
  return token;
}
const isIn = async (token: string, w: ScimWorld) =>
  (await service.as(token).get(`${w.organization.url}/products`)).status === 200;
const eventsOf = async (w: ScimWorld): Promise<string[]> =>
  (
    await service.database.query<{ type: string }[]>(
      `SELECT type FROM events WHERE organization_id = $1 AND type NOT LIKE 'provisioning_token.%' ORDER BY position`,
      [w.organization.id],
    )
  ).map(({ type }) => type);

describe('a person whose address nobody has', () => {
  test('gets an account that the organization manages, and belongs to it', async () => {
    const w = await scimWorld(service);
    const email = w.address('ada');
    const { body, headers } = await w
      .scim('post', 'Users', {
        userName: email.toUpperCase(),
        externalId: '7',
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        emails: [{ value: email, type: 'work', primary: true }],
        title: 'Countess',
      })
      .expect(201);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: expect.any(String),
      externalId: '7',
      userName: email.toUpperCase(),
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: email, type: 'work', primary: true }],
      active: true,
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: headers['location'],
      },
    });
    expect(headers['location']).toMatch(new RegExp(`/api/scim/v2/${w.organization.id}/Users/${body.id}$`));
    expect((await w.scim('get', `Users/${body.id}`).expect(200)).body).toEqual(body);
    expect(await userOf(email)).toMatchObject({
      name: 'Ada Lovelace',
      managedBy: w.organization.id,
      disabled: false,
      verified: true,
    });
    expect(await w.standing(email)).toEqual({ role: 'member', teamId: null, roleProvisioned: false });
    expect(await eventsOf(w)).toEqual(['member.joined']);
  });

  test('is refused at a domain that the organization has not proved, or has lost', async () => {
    const w = await scimWorld(service);
    const foreign = await w.scim('post', 'Users', { userName: 'ada@elsewhere.example' });
    expect(refusal(foreign)).toEqual([400, 'invalidValue']);
    expect(refusal(await w.scim('post', 'Users', { userName: 'ada' }))).toEqual([400, 'invalidValue']);
    await service.database.query(
      `UPDATE sign_in_domains SET missing_since = now() - interval '15 days' WHERE domain = $1`,
      [w.domain],
    );
    expect(refusal(await w.scim('post', 'Users', { userName: w.address() }))).toEqual([400, 'invalidValue']);
    expect((await w.scim('get', 'Users').expect(200)).body.totalResults).toBe(0);
  });

  test('is told of once, and no more come than may', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    await w.tell(email);
    expect(refusal(await w.scim('post', 'Users', { userName: email.toUpperCase() }))).toEqual([409, 'uniqueness']);
    const same = { userName: 'another', emails: [{ value: email }] };
    expect(refusal(await w.scim('post', 'Users', same))).toEqual([409, 'uniqueness']);
    for (let i = 0; i < 2; i += 1) await w.tell(w.address());
    expect(refusal(await w.scim('post', 'Users', { userName: w.address() }))).toEqual([409, undefined]);
    expect((await w.scim('get', 'Users')).body.totalResults).toBe(3);
  });
});

describe('an account that is somebody’s', () => {
  test('is not taken over: who belongs to the organization is told of, and the account stays theirs', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [w.admin.id, email]);
    const id = await w.tell(email, { displayName: 'Another name' });
    const { name, managedBy } = await userOf(email);
    expect([name, managedBy]).toEqual([w.admin.name, null]);
    expect((await w.standing(email))!.role).toBe('admin');
    // What came in by the provider ends; what else the person has is theirs.
    const [byProvider, own] = [await sessionOf(w.admin.id, w.organization.id), await sessionOf(w.admin.id)];
    await w.scim('patch', `Users/${id}`, OFF).expect(200);
    expect(await w.standing(email)).toBeUndefined();
    expect((await service.as(byProvider).get('/v1/me')).status).toBe(401);
    expect((await service.as(own).get('/v1/me')).status).toBe(200);
    expect((await userOf(email)).disabled).toBe(false);
    await w.scim('patch', `Users/${id}`, ON).expect(200);
    expect((await w.standing(email))!.role).toBe('admin');
  });

  test('is the provider’s no more once people have taken its person out: neither its address nor whether it is on', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    const id = await w.tell(email);
    const { id: userId } = await userOf(email);
    await service
      .as(w.owner.token)
      .post('/api/auth/organization/remove-member')
      .send({ organizationId: w.organization.id, memberIdOrEmail: email })
      .expect(200);
    await service.database.query(`UPDATE users SET email = 'own-${userId}@home.example' WHERE id = $1`, [userId]);
    const own = await sessionOf(userId);
    await w.scim('patch', `Users/${id}`, patchOf({ op: 'replace', path: 'userName', value: w.address() })).expect(200);
    await w.scim('patch', `Users/${id}`, OFF).expect(200);
    expect((await service.as(own).get('/v1/me')).status).toBe(200);
    expect(await userOf(`own-${userId}@home.example`)).toMatchObject({ id: userId, managedBy: null, disabled: false });
  });

  test('of somebody else waits until they come in by themselves, and nothing is told of them', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [w.stranger.id, email]);
    const { body } = await w.scim('post', 'Users', { userName: email }).expect(201);
    expect(body.active).toBe(true);
    expect(JSON.stringify(body)).not.toContain(w.stranger.id);
    expect(await w.standing(email)).toBeUndefined();
    expect((await userOf(email)).managedBy).toBeNull();
    expect(await eventsOf(w)).toEqual(['provisioned_person.created']);
    const invited = await service
      .as(w.owner.token)
      .post('/api/auth/organization/invite-member')
      .send({ email, role: 'member', organizationId: w.organization.id })
      .expect(200);
    await service
      .as(w.stranger.token)
      .post('/api/auth/organization/accept-invitation')
      .send({ invitationId: invited.body.id })
      .expect(200);
    await w.scim('patch', `Users/${body.id}`, OFF).expect(200);
    expect(await w.standing(email)).toBeUndefined();
  });

  test('with an address that nobody has confirmed is no proof of who is a member', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    await service.database.query('UPDATE users SET email = $2, email_verified = false WHERE id = $1', [
      w.member.id,
      email,
    ]);
    const id = await w.tell(email);
    expect((await w.standing(email))!.role).toBe('member');
    await w.scim('patch', `Users/${id}`, patchOf({ op: 'replace', value: { active: true } })).expect(200);
    expect((await w.standing(email))!.role).toBe('member');
  });

  test('is out when they are switched off or deleted, though nobody has confirmed the address', async () => {
    for (const off of ['patch', 'delete'] as const) {
      const w = await scimWorld(service);
      const email = w.address();
      await service.database.query('UPDATE users SET email = $2, email_verified = false WHERE id = $1', [
        w.member.id,
        email,
      ]);
      const id = await w.tell(email);
      if (off === 'delete') await w.scim('delete', `Users/${id}`).expect(204);
      else await w.scim('patch', `Users/${id}`, patchOf({ op: 'replace', value: { active: false } })).expect(200);
      await service.as(w.member.token).get(w.product.url).expect(403);
      const [user] = await service.database.query('SELECT disabled_at AS at FROM users WHERE id = $1', [w.member.id]);
      expect(user.at).toBeNull();
    }
  });
});

describe('who is switched off', () => {
  test('is out at once with all that hangs on it, and comes back with role and team, and without keys', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    const id = await w.tell(email);
    const { id: userId } = await userOf(email);
    const { id: teamId } = (
      await service
        .as(w.owner.token)
        .post('/api/auth/organization/create-team')
        .send({ name: 'Team', organizationId: w.organization.id })
        .expect(200)
    ).body;
    await service.database.query(
      `UPDATE members SET role = 'admin', team_id = $3 WHERE organization_id = $1 AND user_id = $2`,
      [w.organization.id, userId, teamId],
    );
    const key = await w.key({ scopes: ['read'], owner: { id: userId, email, name: '', token: '' } });
    const token = await sessionOf(userId);
    expect([await isIn(token, w), await isIn(key, w)]).toEqual([true, true]);
    expect((await w.scim('patch', `Users/${id}`, OFF).expect(200)).body.active).toBe(false);
    expect([await isIn(token, w), await isIn(key, w)]).toEqual([false, false]);
    expect((await userOf(email)).disabled).toBe(true);
    expect(await w.standing(email)).toBeUndefined();
    expect((await w.scim('patch', `Users/${id}`, ON).expect(200)).body.active).toBe(true);
    expect(await w.standing(email)).toEqual({ role: 'admin', teamId, roleProvisioned: false });
    expect((await userOf(email)).disabled).toBe(false);
    expect([await isIn(await sessionOf(userId), w), await isIn(key, w)]).toEqual([true, false]);
  });

  test('stays off where whoever runs the service has disabled the account', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    const id = await w.tell(email);
    await service.database.query('UPDATE users SET disabled_at = now() WHERE email = $1', [email]);
    await w.scim('patch', `Users/${id}`, OFF).expect(200);
    await w.scim('patch', `Users/${id}`, ON).expect(200);
    expect((await userOf(email)).disabled).toBe(true);
  });

  test('is never the last owner', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [w.owner.id, email]);
    const id = await w.tell(email);
    expect((await w.scim('patch', `Users/${id}`, OFF)).status).toBe(409);
    expect((await w.scim('delete', `Users/${id}`)).status).toBe(409);
    expect((await w.standing(email))!.role).toBe('owner');
    expect((await w.scim('get', `Users/${id}`)).body.active).toBe(true);
  });

  test('is not the last owner who can come in: one who is disabled is no owner to stay with', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    const second = await w.person('owner');
    await service.database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [second.id]);
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [w.owner.id, email]);
    const id = await w.tell(email);
    expect((await w.scim('patch', `Users/${id}`, OFF)).status).toBe(409);
    const leave = { organizationId: w.organization.id };
    expect((await service.as(w.owner.token).post('/api/auth/organization/leave').send(leave)).body.code).toBe(
      'last_owner',
    );
    await service.database.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [second.id]);
    await w.scim('patch', `Users/${id}`, OFF).expect(200);
    expect(await w.standing(email)).toBeUndefined();
  });

  test('keeps an account without which another organization would have no owner, but nothing of this one', async () => {
    const [w, other] = [await scimWorld(service), await world(service)];
    const email = w.address();
    const id = await w.tell(email);
    const user = await userOf(email);
    await service.database.query(
      `INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'owner')`,
      [newId(), other.organization.id, user.id],
    );
    await service.database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [other.owner.id]);
    const [byProvider, own] = [await sessionOf(user.id, w.organization.id), await sessionOf(user.id)];
    await w.scim('patch', `Users/${id}`, OFF).expect(200);
    expect([await w.standing(email), (await userOf(email)).disabled]).toEqual([undefined, false]);
    expect((await service.as(byProvider).get('/v1/me')).status).toBe(401);
    expect((await service.as(own).get(`${other.organization.url}/products`)).status).toBe(200);
    expect(await isIn(own, w)).toBe(false);
    // Somebody else can come in there by now.
    await service.database.query('UPDATE users SET disabled_at = NULL WHERE id = $1', [other.owner.id]);
    await w.scim('patch', `Users/${id}`, OFF).expect(200);
    expect((await userOf(email)).disabled).toBe(true);
    expect((await service.as(own).get('/v1/me')).status).toBe(401);
  });

  test('is forgotten by DELETE, and comes anew with the account that is there', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    const id = await w.tell(email);
    await w.scim('delete', `Users/${id}`).expect(204);
    expect((await w.scim('get', `Users/${id}`)).status).toBe(404);
    expect((await w.scim('delete', `Users/${id}`)).status).toBe(404);
    const { id: userId, disabled } = await userOf(email);
    expect(disabled).toBe(true);
    const again = await w.tell(email);
    expect(again).not.toBe(id);
    expect(await userOf(email)).toMatchObject({ id: userId, disabled: false });
    expect((await w.standing(email))!.role).toBe('member');
  });

  test('by hand is shown as such', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    const id = await w.tell(email);
    await service
      .as(w.owner.token)
      .post('/api/auth/organization/remove-member')
      .send({ memberIdOrEmail: email, organizationId: w.organization.id })
      .expect(200);
    expect((await w.scim('get', `Users/${id}`)).body.active).toBe(false);
  });
});

describe('what is told of people', () => {
  test('is replaced as a whole, and the account that the organization manages follows', async () => {
    const w = await scimWorld(service);
    const [before, after] = [w.address(), w.address()];
    const id = await w.tell(before, { displayName: 'Ada', externalId: '7' });
    const { id: userId } = await userOf(before);
    const { body } = await w.scim('put', `Users/${id}`, { userName: after, displayName: 'Augusta' }).expect(200);
    expect([body.userName, body.externalId]).toEqual([after, undefined]);
    expect(await userOf(after)).toMatchObject({ id: userId, name: 'Augusta' });
    expect(await eventsOf(w)).toEqual(['member.joined', 'provisioned_person.updated']);
    const taken = await w.scim(
      'patch',
      `Users/${id}`,
      patchOf({ op: 'replace', path: 'userName', value: w.stranger.email }),
    );
    expect(refusal(taken)).toEqual([400, 'invalidValue']);
    const other = await w.tell(w.address());
    const same = await w.scim('patch', `Users/${other}`, patchOf({ op: 'replace', value: { userName: after } }));
    expect(refusal(same)).toEqual([409, 'uniqueness']);
  });

  test('does not change the address of an account at a domain that another organization has proved since', async () => {
    const [w, other] = [await scimWorld(service), await world(service)];
    const [email, elsewhere] = [w.address(), `${randomUUID()}.example`];
    const id = await w.tell(email);
    await service.database.query(
      `WITH moved AS (UPDATE sign_in_domains SET organization_id = $2 WHERE domain = $1)
       INSERT INTO sign_in_domains (id, organization_id, domain, token, verified_at, verified_by)
       VALUES (gen_random_uuid(), $3, $4, 't', now(), 'dns')`,
      [w.domain, other.organization.id, w.organization.id, elsewhere],
    );
    const emails = [{ value: `ada@${elsewhere}`, primary: true }];
    const changes = [
      w.scim('patch', `Users/${id}`, patchOf({ op: 'replace', path: 'emails', value: emails })),
      w.scim('put', `Users/${id}`, { userName: email, emails, active: true }),
      w.scim('patch', `Users/${id}`, patchOf({ op: 'replace', value: { emails, active: false } })),
    ];
    for (const change of changes) expect(refusal(await change)).toEqual([400, 'invalidValue']);
    await w.scim('patch', `Users/${id}`, patchOf({ op: 'replace', path: 'displayName', value: 'Eve' })).expect(200);
    expect((await userOf(email)).name).not.toBe('Eve');
    await w.scim('patch', `Users/${id}`, OFF).expect(200);
    expect(await w.standing(email)).toBeUndefined();
  });

  test('is found by what it is, page by page, with the attributes that are asked for', async () => {
    const w = await scimWorld(service);
    const people = [w.address('a'), w.address('b'), w.address('c')];
    const ids = [];
    for (const [index, userName] of people.entries())
      ids.push(await w.tell(userName, { externalId: `x${index}`, displayName: `Person ${index}` }));
    const found = async (filter: string) =>
      (await w.scim('get', `Users?filter=${encodeURIComponent(filter)}`).expect(200)).body.Resources.map(
        ({ id }: { id: string }) => id,
      );
    expect(await found(`userName eq "${people[1]!.toUpperCase()}"`)).toEqual([ids[1]]);
    expect(await found(`externalId eq "x2" and displayName eq "person 2"`)).toEqual([ids[2]]);
    expect(await found(`emails.value eq "${people[0]}"`)).toEqual([ids[0]]);
    expect(await found(`id eq "${ids[0]}"`)).toEqual([ids[0]]);
    expect(await found(`id eq "x"`)).toEqual([]);
    expect(await found(`externalId eq "x1" and externalId eq "x2"`)).toEqual([]);
    expect(refusal(await w.scim('get', `Users?filter=${encodeURIComponent('userName co "a"')}`))).toEqual([
      400,
      'invalidFilter',
    ]);
    const page = (await w.scim('get', 'Users?startIndex=2&count=1&attributes=userName').expect(200)).body;
    expect(page).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 3,
      startIndex: 2,
      itemsPerPage: 1,
      Resources: [{ schemas: expect.any(Array), id: ids[1], userName: people[1] }],
    });
    expect((await w.scim('get', 'Users?count=0')).body).toMatchObject({ totalResults: 3, Resources: [] });
    expect(refusal(await w.scim('get', 'Users?count=x'))).toEqual([400, 'invalidValue']);
  });

  test('is refused where it is not what it must be, and nothing of it is kept', async () => {
    const w = await scimWorld(service);
    const id = await w.tell(w.address());
    const patch = (...operations: object[]) => w.scim('patch', `Users/${id}`, patchOf(...operations));
    expect(refusal(await patch({ op: 'replace', path: 'unknown', value: 1 }))).toEqual([400, 'invalidPath']);
    expect(refusal(await patch({ op: 'move', path: 'active', value: 1 }))).toEqual([400, 'invalidSyntax']);
    expect(refusal(await patch({ op: 'replace', path: 'active', value: 'no' }))).toEqual([400, 'invalidValue']);
    expect(refusal(await w.scim('put', `Users/${id}`, {}))).toEqual([400, 'invalidValue']);
    const send = (token: string, text: string, type = 'application/scim+json') =>
      service.as(token).post(`/api/scim/v2/${w.organization.id}/Users`).set('Content-Type', type).send(text);
    expect(refusal(await send(w.token, '{'))).toEqual([400, 'invalidSyntax']);
    expect((await send(w.token, 'x', 'text/plain')).status).toBe(415);
    // Nothing of a body is read before the token is known.
    expect((await send(`${w.token}x`, '{')).status).toBe(401);
    expect(await eventsOf(w)).toEqual(['member.joined']);
  });

  test('is of its organization alone', async () => {
    const [w, other] = [await scimWorld(service), await scimWorld(service)];
    const id = await w.tell(w.address());
    expect((await other.scim('get', `Users/${id}`)).status).toBe(404);
    expect((await other.scim('put', `Users/${id}`, { userName: other.address() })).status).toBe(404);
    expect((await other.scim('patch', `Users/${id}`, OFF)).status).toBe(404);
    expect((await other.scim('delete', `Users/${id}`)).status).toBe(404);
    expect((await other.scim('get', 'Users')).body.totalResults).toBe(0);
    const group = await other.scim('post', 'Groups', { displayName: 'x', members: [{ value: id }] });
    expect(refusal(group)).toEqual([400, 'invalidValue']);
    const there = await service.as(other.token).get(`/api/scim/v2/${w.organization.id}/Users/${id}`);
    expect(there.status).toBe(401);
    expect((await w.scim('get', `Users/${randomUUID()}`)).status).toBe(404);
    expect((await w.scim('get', 'Users/x')).status).toBe(404);
  });

  test('never shows who comes in without the provider', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [w.owner.id, email]);
    const id = await w.tell(email);
    await service.database.query('UPDATE members SET recovery = true WHERE organization_id = $1 AND user_id = $2', [
      w.organization.id,
      w.owner.id,
    ]);
    for (const verb of ['get', 'delete'] as const) expect((await w.scim(verb, `Users/${id}`)).status).toBe(404);
    expect((await w.scim('patch', `Users/${id}`, OFF)).status).toBe(404);
    expect((await w.scim('get', 'Users')).body.totalResults).toBe(0);
    const anew = { userName: 'other', emails: [{ value: email }] };
    expect(refusal(await w.scim('post', 'Users', anew))).toEqual([409, 'uniqueness']);
  });

  test('is in the personal export, and goes with the account', async () => {
    const w = await scimWorld(service);
    const email = w.address();
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [w.member.id, email]);
    const id = await w.tell(email, { externalId: 'their number' });
    const { body } = await service.as(w.member.token).get('/v1/me/export').expect(200);
    expect(body.account.provisioned).toMatchObject([{ organizationId: w.organization.id, externalId: 'their number' }]);
    await service.as(w.member.token).post('/api/auth/delete-user').send({}).expect(200);
    expect((await w.scim('get', `Users/${id}`)).status).toBe(404);
  });
});

test('what another organization manages is not taken over', async () => {
  const [w, other] = [await scimWorld(service), await world(service)];
  const email = w.address();
  await w.tell(email);
  await service.database.query('UPDATE sign_in_domains SET organization_id = $2 WHERE domain = $1', [
    w.domain,
    other.organization.id,
  ]);
  const made = await service
    .as(other.owner.token)
    .post(`${other.organization.url}/settings/provisioning/tokens`)
    .expect(201);
  await service
    .as(made.body.token.token)
    .post(`/api/scim/v2/${other.organization.id}/Users`)
    .send({ userName: email })
    .expect(201);
  expect((await userOf(email)).managedBy).toBe(w.organization.id);
  expect((await w.standing(email))!.role).toBe('member');
});
