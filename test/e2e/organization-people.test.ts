import { newId } from '#libs/ids';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService();
const list = (w: World, query: string, token = w.keys.read) =>
  service.as(token).get(`${w.organization.url}/members?${query}`);
const ids = (answer: { body: { members: { id: string }[] } }) => answer.body.members.map(({ id }) => id).sort();

test('members are found by name without their addresses, for keys too', async () => {
  const w = await world(service);
  await service.database.query(`UPDATE users SET name = 'Ada %_ Lovelace' WHERE id = $1`, [w.member.id]);
  const { body } = await list(w, 'q=lovelace').expect(200);
  expect(body.members).toEqual([
    { id: w.member.id, name: 'Ada %_ Lovelace', image: null, role: 'member', teamId: null },
  ]);
  expect(ids(await list(w, ''))).toEqual([w.owner.id, w.admin.id, w.member.id].sort());
  expect(ids(await list(w, `q=${encodeURIComponent('%_')}`))).toEqual([w.member.id]);
  expect(ids(await list(w, 'q=nobody'))).toEqual([]);
});

test('ids tell former members too, and nobody whom the organization never had', async () => {
  const [w, other] = [await world(service), await world(service)];
  const leave = { organizationId: w.organization.id };
  await service.as(w.member.token).post('/api/auth/organization/leave').send(leave).expect(200);
  const asked = [w.member.id, w.admin.id, w.stranger.id, other.owner.id, newId()].join(',');
  const answer = await list(w, `ids=${asked}`);
  expect(ids(answer)).toEqual([w.member.id, w.admin.id].sort());
  const former = answer.body.members.find(({ id }: { id: string }) => id === w.member.id);
  expect(former).toMatchObject({ role: null, name: w.member.name });
  expect(ids(await list(w, ''))).not.toContain(w.member.id);
  expect(JSON.stringify(answer.body)).not.toContain('@');
});

test('more than a hundred ids, no ids, and strangers are refused', async () => {
  const w = await world(service);
  const faulty = [Array.from({ length: 101 }, () => newId()).join(), 'x', ''];
  for (const value of faulty) expect((await list(w, `ids=${value}`)).body.errors[0].path).toBe('/query/ids');
  expect((await list(w, '', w.stranger.token)).body.code).toBe('not_a_member');
});
