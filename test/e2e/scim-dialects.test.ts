import { patchOf, scimWorld, type ScimWorld } from '../support/scim.js';
import { useService } from '../support/service.js';

// What Entra ID and Okta send, as their documentation shows it: the names are changed, and nothing else.
const service = useService({ LIMIT_MEMBERS: '20' });

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const find = async (w: ScimWorld, path: string, filter: string, more = '') =>
  (await w.scim('get', `${path}?filter=${encodeURIComponent(filter)}${more}`).expect(200)).body;
const read = async (w: ScimWorld, path: string) => (await w.scim('get', path).expect(200)).body;
const membersOf = async (w: ScimWorld, id: string): Promise<string[]> =>
  ((await read(w, `Groups/${id}`)).members ?? []).map(({ value }: { value: string }) => value);

/** What groups of the provider give. */
const map = (w: ScimWorld, groups: object[]) =>
  service.database.query(
    `INSERT INTO organization_sign_in (organization_id, kind, issuer, client_id, client_secret, create_role, attributes, groups)
     VALUES ($1, 'oidc', 'https://idp.example', 'c', 's', 'member', '{}', $2)`,
    [w.organization.id, JSON.stringify(groups)],
  );

describe('Entra ID', () => {
  /** The body with which it tells of a person. */
  const person = (userName: string) => ({
    schemas: [USER, ENTERPRISE],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName,
    active: true,
    emails: [{ primary: true, type: 'work', value: userName }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
    [ENTERPRISE]: { department: 'Web', manager: '7' },
  });

  test('tests the connection, makes a person, finds them again, and changes them', async () => {
    const w = await scimWorld(service);
    const nobody = await find(w, 'Users', 'userName eq "non-existent user"');
    expect(nobody).toMatchObject({ totalResults: 0, startIndex: 1, Resources: [] });
    const email = w.address('test.user');
    const { id } = (await w.scim('post', 'Users', person(email)).expect(201)).body;
    expect(await find(w, 'Users', `userName eq "${email}"`)).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    expect(await find(w, 'Users', 'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"')).toMatchObject({
      Resources: [{ id, name: { formatted: 'givenName familyName' } }],
    });
    const updated = w.address('updated');
    await w
      .scim(
        'patch',
        `Users/${id}`,
        patchOf(
          { op: 'Replace', path: 'emails[type eq "work"].value', value: updated },
          { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        ),
      )
      .expect(200);
    await w.scim('patch', `Users/${id}`, patchOf({ op: 'Replace', path: 'userName', value: updated })).expect(200);
    await w
      .scim('patch', `Users/${id}`, patchOf({ op: 'Add', path: `${ENTERPRISE}:department`, value: 'Design' }))
      .expect(200);
    await w
      .scim(
        'patch',
        `Users/${id}`,
        patchOf({ op: 'Add', value: { 'name.givenName': 'Ada', [`${ENTERPRISE}:division`]: 'x' } }),
      )
      .expect(200);
    expect(await read(w, `Users/${id}`)).toMatchObject({
      userName: updated,
      name: { familyName: 'updatedFamilyName', givenName: 'Ada' },
      emails: [{ value: updated, type: 'work' }],
    });
    expect(await w.standing(updated)).toMatchObject({ role: 'member' });
  });

  test.each([['False'], ['false'], [false]])('switches off by %j, on again, and deletes', async (off) => {
    const w = await scimWorld(service);
    const email = w.address();
    const { id } = (await w.scim('post', 'Users', person(email)).expect(201)).body;
    await w.scim('patch', `Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: off })).expect(200);
    expect([await w.standing(email), (await read(w, `Users/${id}`)).active]).toEqual([undefined, false]);
    await w.scim('patch', `Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'True' })).expect(200);
    expect((await w.standing(email))!.role).toBe('member');
    await w.scim('delete', `Users/${id}`).expect(204);
    expect((await w.scim('get', `Users/${id}`)).status).toBe(404);
    expect(await w.standing(email)).toBeUndefined();
  });

  test('makes a group, fills it, and takes people out of it as it has always done, and as the standard says', async () => {
    const w = await scimWorld(service);
    await map(w, [{ group: 'Admins', role: 'admin', teamId: null }]);
    const emails = [w.address(), w.address(), w.address()];
    const ids: string[] = [];
    for (const email of emails) ids.push((await w.scim('post', 'Users', person(email)).expect(201)).body.id);
    const { id } = (
      await w
        .scim('post', 'Groups', {
          schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
          externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
          displayName: 'Admins',
          meta: { resourceType: 'Group' },
        })
        .expect(201)
    ).body;
    expect(await find(w, 'Groups', 'displayName eq "Admins"', '&excludedAttributes=members')).toMatchObject({
      totalResults: 1,
      Resources: [{ id }],
    });
    const patch = (...operations: object[]) => w.scim('patch', `Groups/${id}`, patchOf(...operations)).expect(200);
    await patch({ op: 'Add', path: 'members', value: ids.map((value) => ({ $ref: null, value })) });
    expect((await membersOf(w, id)).sort()).toEqual([...ids].sort());
    expect((await w.standing(emails[0]!))!.role).toBe('admin');
    expect(await read(w, `Groups/${id}?excludedAttributes=members`)).not.toHaveProperty('members');
    await patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: ids[0] }] });
    await patch({ op: 'Remove', path: `members[value eq "${ids[1]}"]` });
    expect(await membersOf(w, id)).toEqual([ids[2]]);
    expect((await w.standing(emails[0]!))!.role).toBe('member');
    expect(await find(w, 'Groups', `id eq "${id}" and members.value eq "${ids[2]}"`, '&attributes=id')).toMatchObject({
      totalResults: 1,
    });
    await patch({ op: 'Replace', path: 'displayName', value: 'Others' });
    expect((await w.standing(emails[2]!))!.role).toBe('member');
    await w.scim('delete', `Groups/${id}`).expect(204);
  });
});

describe('Okta', () => {
  const person = (userName: string) => ({
    schemas: [USER],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  });

  test('asks for a person, makes them, replaces them, and switches them off and on', async () => {
    const w = await scimWorld(service);
    const email = w.address('test.user');
    const missing = await find(w, 'Users', `userName eq "${email}"`, '&startIndex=1&count=100');
    expect(missing).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0 });
    const made = await w.scim('post', 'Users', person(email)).expect(201);
    const { id, meta } = made.body;
    expect(JSON.stringify(made.body)).not.toContain('1mz050nq');
    const changed = {
      ...person(email),
      id,
      meta,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
    };
    await w.scim('put', `Users/${id}`, changed).expect(200);
    expect((await read(w, `Users/${id}`)).name).toEqual({ givenName: 'Another', familyName: 'User' });
    const active = (value: boolean) =>
      w.scim('patch', `Users/${id}`, patchOf({ op: 'replace', value: { active: value } })).expect(200);
    expect((await active(false)).body.active).toBe(false);
    expect(await w.standing(email)).toBeUndefined();
    expect((await active(true)).body.active).toBe(true);
    expect((await w.standing(email))!.role).toBe('member');
    // It never deletes: whoever goes is switched off, by PUT where PATCH is not chosen.
    await w.scim('put', `Users/${id}`, { ...changed, active: false }).expect(200);
    expect([await w.standing(email), (await read(w, `Users/${id}`)).active]).toEqual([undefined, false]);
  });

  test('pushes groups by PUT, and by PATCH', async () => {
    const w = await scimWorld(service);
    await map(w, [{ group: 'Test SCIMv2', role: 'admin', teamId: null }]);
    const [first, second] = [w.address(), w.address()];
    const [a, b] = [await w.tell(first), await w.tell(second)];
    const { id } = (
      await w.scim('post', 'Groups', { schemas: [GROUP], displayName: 'Test SCIMv2', members: [] }).expect(201)
    ).body;
    const put = (...members: string[]) =>
      w
        .scim('put', `Groups/${id}`, {
          schemas: [GROUP],
          id,
          displayName: 'Test SCIMv2',
          members: members.map((value) => ({ value, display: 'test.user@okta.local' })),
        })
        .expect(200);
    await put(a);
    await put(a, b);
    expect((await membersOf(w, id)).sort()).toEqual([a, b].sort());
    expect((await w.standing(second))!.role).toBe('admin');
    await put(b);
    expect([await membersOf(w, id), (await w.standing(first))!.role]).toEqual([[b], 'member']);
    const patch = (...operations: object[]) => w.scim('patch', `Groups/${id}`, patchOf(...operations)).expect(200);
    await patch(
      { op: 'remove', path: `members[value eq "${b}"]` },
      { op: 'add', path: 'members', value: [{ value: a, display: 'test.user@okta.local' }] },
    );
    expect(await membersOf(w, id)).toEqual([a]);
    await patch({ op: 'replace', path: 'members', value: [{ value: b, display: 'x' }] });
    expect(await membersOf(w, id)).toEqual([b]);
    await patch({ op: 'replace', value: { id, displayName: 'Renamed' } });
    expect((await read(w, `Groups/${id}`)).displayName).toBe('Renamed');
    expect(await find(w, 'Groups', 'displayName eq "Renamed"', '&startIndex=1&count=100')).toMatchObject({
      totalResults: 1,
    });
    expect((await w.standing(second))!.role).toBe('member');
  });
});
