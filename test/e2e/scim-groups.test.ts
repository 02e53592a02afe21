import { randomUUID } from 'node:crypto';
import { Quotas } from '../../apps/api/src/accounts/organizations/quotas.service.js';
import { patchOf, scimWorld, type ScimWorld } from '../support/scim.js';
import { useService } from '../support/service.js';

const service = useService();

const refusal = ({ status, body }: { status: number; body: { scimType?: string } }) => [status, body.scimType];
const add = (...ids: string[]) => patchOf({ op: 'Add', path: 'members', value: ids.map((value) => ({ value })) });
const remove = (...ids: string[]) => patchOf(...ids.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` })));

const teamOf = async (w: ScimWorld): Promise<string> =>
  (
    await service
      .as(w.owner.token)
      .post('/api/auth/organization/create-team')
      .send({ name: 'Team', organizationId: w.organization.id })
      .expect(200)
  ).body.id;

/** What groups of the provider give. */
const map = (w: ScimWorld, groups: object[], createRole: string | null = 'member') =>
  service.database.query(
    `INSERT INTO organization_sign_in (organization_id, kind, issuer, client_id, client_secret, create_role, attributes, groups)
     VALUES ($1, 'oidc', 'https://idp.example', 'c', 's', $2, '{}', $3)`,
    [w.organization.id, createRole, JSON.stringify(groups)],
  );

const setRole = async (w: ScimWorld, email: string, role: string) => {
  const [{ id }] = await service.database.query<[{ id: string }]>(
    `SELECT m.id FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1 AND u.email = $2`,
    [w.organization.id, email],
  );
  return service
    .as(w.owner.token)
    .post('/api/auth/organization/update-member-role')
    .send({ memberId: id, role, organizationId: w.organization.id });
};

describe('a group', () => {
  test('a page of groups is shorter where they have very many members together, and the next one begins after it', async () => {
    const w = await scimWorld(service);
    for (const displayName of ['All', 'All again']) await w.scim('post', 'Groups', { displayName }).expect(201);
    const { id } = w.organization;
    await service.database.query(
      `INSERT INTO provisioned_people (organization_id, id, user_name, email, emails, active)
       SELECT $1, gen_random_uuid(), n || '@a.example', n || '@a.example', '[]', false FROM generate_series(1, 12000) n`,
      [id],
    );
    await service.database.query(
      `INSERT INTO provisioned_group_members (organization_id, group_id, provisioned_id)
       SELECT $1, g.id, p.id FROM provisioned_groups g JOIN provisioned_people p ON p.organization_id = $1
       WHERE g.organization_id = $1`,
      [id],
    );
    const page = async (query: string) => {
      const { totalResults, itemsPerPage, Resources } = (await w.scim('get', `Groups?${query}`).expect(200)).body;
      const names = Resources.map(({ displayName }: { displayName: string }) => displayName);
      return [totalResults, itemsPerPage, names];
    };
    expect(await page('count=200')).toEqual([2, 1, ['All']]);
    expect(await page('count=200&startIndex=2')).toEqual([2, 1, ['All again']]);
    expect(await page('excludedAttributes=members')).toEqual([2, 2, ['All', 'All again']]);
  });

  test('one more than there may be is refused, and so is one more person', async () => {
    const w = await scimWorld(service);
    const limits = { provisionedPeople: 1, provisionedGroups: 1 };
    await service.database.query('INSERT INTO organization_quotas (organization_id, limits) VALUES ($1, $2)', [
      w.organization.id,
      limits,
    ]);
    await service.app.get(Quotas).refresh();
    await w.tell(w.address());
    await w.scim('post', 'Groups', { displayName: 'One' }).expect(201);
    const group = await w.scim('post', 'Groups', { displayName: 'Two' });
    const person = await w.scim('post', 'Users', { userName: w.address(), active: false });
    expect([group.status, person.status]).toEqual([409, 409]);
    expect(group.body.detail).toContain('LIMIT_PROVISIONED_GROUPS');
    expect(person.body.detail).toContain('LIMIT_PROVISIONED_PEOPLE');
  });

  test('is told of, read, found, renamed and forgotten', async () => {
    const w = await scimWorld(service);
    const [ada, grace] = [await w.tell(w.address(), { displayName: 'Ada' }), await w.tell(w.address())];
    const { body, headers } = await w
      .scim('post', 'Groups', { displayName: 'Staff', externalId: '9', members: [{ value: ada }] })
      .expect(201);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id: expect.any(String),
      externalId: '9',
      displayName: 'Staff',
      members: [
        {
          value: ada,
          display: 'Ada',
          type: 'User',
          $ref: headers['location']!.replace(/Groups.*/, `Users/${ada}`),
        },
      ],
      meta: {
        resourceType: 'Group',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: headers['location'],
      },
    });
    const { id } = body;
    expect((await w.scim('get', `Groups/${id}`).expect(200)).body).toEqual(body);
    expect((await w.scim('get', `Users/${ada}`)).body.groups).toEqual([
      { value: id, display: 'Staff', $ref: headers['location'] },
    ]);
    const found = async (filter: string, more = '') =>
      (await w.scim('get', `Groups?filter=${encodeURIComponent(filter)}${more}`).expect(200)).body.Resources;
    const [bare] = await found('displayName eq "staff"', '&excludedAttributes=members');
    expect(bare).toMatchObject({ id, displayName: 'Staff' });
    expect(bare.members).toBeUndefined();
    expect(await found(`id eq "${id}" and members eq "${ada}"`)).toHaveLength(1);
    expect(await found(`id eq "${id}" and members.value eq "${grace}"`)).toEqual([]);
    const after = await w.scim('patch', `Groups/${id}`, add(grace)).expect(200);
    expect(after.body.members.map(({ value }: { value: string }) => value)).toEqual([ada, grace].sort());
    const replaced = await w.scim('put', `Groups/${id}`, { displayName: 'People', members: [{ value: grace }] });
    expect([replaced.status, replaced.body.externalId, replaced.body.members.length]).toEqual([200, undefined, 1]);
    await w.scim('delete', `Groups/${id}`).expect(204);
    expect((await w.scim('get', `Groups/${id}`)).status).toBe(404);
    expect((await w.scim('get', `Users/${ada}`)).body.groups).toBeUndefined();
  });

  test('has a name of its own, people that are told of, and no groups', async () => {
    const w = await scimWorld(service);
    const id = await w.group('Staff');
    expect(refusal(await w.scim('post', 'Groups', { displayName: 'STAFF' }))).toEqual([409, 'uniqueness']);
    expect(refusal(await w.scim('post', 'Groups', {}))).toEqual([400, 'invalidValue']);
    expect(refusal(await w.scim('patch', `Groups/${id}`, add(randomUUID())))).toEqual([400, 'invalidValue']);
    const within = patchOf({ op: 'add', path: 'members', value: [{ value: id, type: 'Group' }] });
    expect(refusal(await w.scim('patch', `Groups/${id}`, within))).toEqual([400, 'invalidValue']);
    const other = await w.group('Others');
    const renamed = await w.scim(
      'patch',
      `Groups/${other}`,
      patchOf({ op: 'replace', value: { displayName: 'staff' } }),
    );
    expect(refusal(renamed)).toEqual([409, 'uniqueness']);
    // Who is in none of it may be taken out of it.
    await w.scim('patch', `Groups/${id}`, remove(randomUUID())).expect(200);
  });
});

describe('what groups give', () => {
  test('is the highest role and a team, and goes with the group', async () => {
    const w = await scimWorld(service);
    const teamId = await teamOf(w);
    await map(w, [
      { group: 'Staff', role: 'member', teamId },
      { group: 'id of the leads', role: 'admin', teamId: null },
    ]);
    const email = w.address();
    const ada = await w.tell(email);
    expect(await w.standing(email)).toEqual({ role: 'member', teamId: null, roleProvisioned: false });
    const staff = await w.group('Staff', [ada]);
    expect(await w.standing(email)).toEqual({ role: 'member', teamId, roleProvisioned: true });
    const leads = await w.group('Leads', [ada], { externalId: 'id of the leads' });
    expect(await w.standing(email)).toEqual({ role: 'admin', teamId, roleProvisioned: true });
    await w.scim('patch', `Groups/${leads}`, remove(ada)).expect(200);
    expect(await w.standing(email)).toEqual({ role: 'member', teamId, roleProvisioned: true });
    await w.scim('delete', `Groups/${staff}`).expect(204);
    expect(await w.standing(email)).toEqual({ role: 'member', teamId: null, roleProvisioned: false });
    const [log] = await service.database.query<[{ n: number }]>(
      `SELECT count(*)::int AS n FROM events WHERE organization_id = $1 AND type = 'member.role_updated'`,
      [w.organization.id],
    );
    expect(log.n).toBe(4);
  });

  test('follows the name of a group', async () => {
    const w = await scimWorld(service);
    await map(w, [{ group: 'Leads', role: 'admin', teamId: null }]);
    const email = w.address();
    const id = await w.group('Others', [await w.tell(email)]);
    expect((await w.standing(email))!.role).toBe('member');
    await w.scim('patch', `Groups/${id}`, patchOf({ op: 'replace', value: { displayName: 'Leads' } })).expect(200);
    expect((await w.standing(email))!.role).toBe('admin');
  });

  test('is not changed by hand, and what none gives is', async () => {
    const w = await scimWorld(service);
    await map(w, [{ group: 'Leads', role: 'admin', teamId: null }]);
    const email = w.address();
    const ada = await w.tell(email);
    expect((await setRole(w, email, 'admin')).status).toBe(200);
    await w.group('Leads', [ada]);
    const refused = await setRole(w, email, 'member');
    expect([refused.status, refused.body.code]).toEqual([409, 'role_provisioned']);
    expect((await setRole(w, email, 'owner')).status).toBe(409);
  });

  test('never makes or unmakes an owner', async () => {
    const w = await scimWorld(service);
    await map(w, [{ group: 'Staff', role: 'member', teamId: null }]);
    const email = w.address();
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [w.owner.id, email]);
    const id = await w.group('Staff', [await w.tell(email)]);
    expect(await w.standing(email)).toMatchObject({ role: 'owner', roleProvisioned: false });
    await w.scim('delete', `Groups/${id}`).expect(204);
    expect(await w.standing(email)).toMatchObject({ role: 'owner', roleProvisioned: false });
  });

  test('is what lets people in, where there is no role for all', async () => {
    const w = await scimWorld(service);
    await map(w, [{ group: 'Staff', role: 'member', teamId: null }], null);
    const email = w.address();
    const ada = await w.tell(email);
    expect(await w.standing(email)).toBeUndefined();
    const staff = await w.group('Staff', [ada]);
    expect(await w.standing(email)).toEqual({ role: 'member', teamId: null, roleProvisioned: true });
    await w.scim('patch', `Groups/${staff}`, remove(ada)).expect(200);
    expect(await w.standing(email)).toBeUndefined();
    expect((await w.scim('get', `Users/${ada}`)).body.active).toBe(true);
    await w.scim('patch', `Groups/${staff}`, add(ada)).expect(200);
    expect((await w.standing(email))!.role).toBe('member');
  });

  test('comes back with who comes back, as it is then', async () => {
    const w = await scimWorld(service);
    await map(w, [{ group: 'Leads', role: 'admin', teamId: null }]);
    const email = w.address();
    const ada = await w.tell(email);
    const leads = await w.group('Leads', [ada]);
    await w.scim('patch', `Users/${ada}`, patchOf({ op: 'replace', path: 'active', value: false })).expect(200);
    expect(await w.standing(email)).toBeUndefined();
    await w.scim('patch', `Users/${ada}`, patchOf({ op: 'replace', path: 'active', value: true })).expect(200);
    expect(await w.standing(email)).toMatchObject({ role: 'admin', roleProvisioned: true });
    await w.scim('patch', `Groups/${leads}`, remove(ada)).expect(200);
    expect(await w.standing(email)).toMatchObject({ role: 'member', roleProvisioned: false });
  });

  test('lowers with all that hangs on a role', async () => {
    const w = await scimWorld(service);
    await map(w, [{ group: 'Leads', role: 'admin', teamId: null }]);
    const email = w.address();
    await service.database.query('UPDATE users SET email = $2 WHERE id = $1', [w.member.id, email]);
    const leads = await w.group('Leads', [await w.tell(email)]);
    await service
      .as(w.member.token)
      .post('/api/auth/organization/invite-member')
      .send({ email: 'guest@elsewhere.example', role: 'admin', organizationId: w.organization.id })
      .expect(200);
    await w.scim('patch', `Groups/${leads}`, patchOf({ op: 'remove', path: 'members' })).expect(200);
    const rows = await service.database.query<{ status: string }[]>(
      'SELECT status FROM invitations WHERE organization_id = $1',
      [w.organization.id],
    );
    expect(rows).toEqual([{ status: 'canceled' }]);
  });

  test('of another organization’s team is nothing', async () => {
    const [w, other] = [await scimWorld(service), await scimWorld(service)];
    await map(w, [{ group: 'Staff', role: 'member', teamId: await teamOf(other) }]);
    const email = w.address();
    await w.group('Staff', [await w.tell(email)]);
    expect((await w.standing(email))!.teamId).toBeNull();
  });
});
