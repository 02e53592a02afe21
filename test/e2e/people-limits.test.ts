import { useService } from '../support/service.js';
import { type Person, world, type World } from '../support/world.js';

const service = useService({
  LIMIT_ORGANIZATIONS: '2',
  LIMIT_MEMBERS: '4',
  LIMIT_INVITATIONS: '2',
  LIMIT_TEAMS: '2',
});
const PATH = '/api/auth/organization';
const post = (token: string, path: string, body: object = {}) => service.as(token).post(`${PATH}/${path}`).send(body);
const invite = (w: World, email: string, over: object = {}) =>
  post(w.owner.token, 'invite-member', { email, role: 'member', ...over });
const accept = (person: Person, invitationId: string) => post(person.token, 'accept-invitation', { invitationId });
const codes = (answers: { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? `${status}`).sort();
const count = async (rows: string, id: string) =>
  (await service.database.query(`SELECT count(*)::int AS n FROM ${rows}`, [id]))[0].n;

test('a person owns so many organizations and not one more, however many they make at once', async () => {
  const w = await world(service);
  const make = () => post(w.stranger.token, 'create', { name: 'Mine' });
  expect(codes(await Promise.all([make(), make(), make(), make()]))).toEqual([
    '200',
    '200',
    'limit_reached',
    'limit_reached',
  ]);
  const refused = await make();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The limit of 2 organizations that one person owns is reached. The operator of the service can raise it (LIMIT_ORGANIZATIONS).',
  ]);
});

test('nobody exceeds the limit of owned organizations by a new role or an invitation', async () => {
  const [one, two, three] = [await world(service), await world(service), await world(service)];
  const { member } = one;
  const memberId = async (w: World, role: string) => {
    const { id } = (await invite(w, member.email, { role })).body;
    const answer = await accept(member, id);
    return answer.body.member?.id ?? answer.body.code;
  };
  const promote = (w: World, id: string) => post(w.owner.token, 'update-member-role', { memberId: id, role: 'owner' });
  expect((await promote(one, member.memberId!)).status).toBe(200);
  const second = await memberId(two, 'member');
  const third = await memberId(three, 'member');
  const answers = await Promise.all([promote(two, second), promote(three, third)]);
  expect(codes(answers)).toEqual(['200', 'limit_reached']);
  expect(await memberId(await world(service), 'owner')).toBe('limit_reached');
  expect(await count(`members WHERE user_id = $1 AND role = 'owner'`, member.id)).toBe(2);
});

test('an organization has so many open invitations, however many are made at once', async () => {
  const w = await world(service);
  const answers = await Promise.all([1, 2, 3, 4].map((i) => invite(w, `guest${i}@example.org`)));
  expect(codes(answers)).toEqual(['200', '200', 'limit_reached', 'limit_reached']);
  const open = answers.find(({ status }) => status === 200)!.body;
  expect((await invite(w, open.email, { resend: true })).status).toBe(200);
  await post(w.owner.token, 'cancel-invitation', { invitationId: open.id });
  expect((await invite(w, 'another@example.org')).status).toBe(200);
});

test('an organization has so many members, counted again when an invitation is accepted', async () => {
  const w = await world(service);
  const people = [await w.person(), await w.person()];
  const ids: string[] = [];
  for (const { email } of people) ids.push((await invite(w, email)).body.id);
  const answers = await Promise.all(people.map((person, i) => accept(person, ids[i]!)));
  expect(codes(answers)).toEqual(['200', 'limit_reached']);
  expect(await count('members WHERE organization_id = $1', w.organization.id)).toBe(4);
  expect((await invite(w, 'more@example.org')).body.code).toBe('limit_reached');
});

test('an organization has so many teams, however many are made at once', async () => {
  const w = await world(service);
  const answers = await Promise.all([1, 2, 3, 4].map((i) => post(w.admin.token, 'create-team', { name: `${i}` })));
  expect(codes(answers)).toEqual(['200', '200', 'limit_reached', 'limit_reached']);
});
