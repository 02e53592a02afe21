import type { Test } from 'supertest';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

/** There are no more of a kind than its limit says, whoever asks at once. */
const service = useService({
  LIMIT_PRODUCTS: '4',
  LIMIT_AREAS: '3',
  LIMIT_STANDARDS: '3',
  LIMIT_REQUIREMENTS: '5',
});

type Make = (token: string, i: number) => Test;

const add =
  (url: string, body: object = {}): Make =>
  (token, i) =>
    service
      .as(token)
      .post(url)
      .send({ name: `Name ${i}`, ...body });
const standard = async (w: World): Promise<string> => {
  const { headers } = await add(`${w.organization.url}/standards`)(w.owner.token, 0).expect(201);
  return headers['location']!;
};

test.each<[string, number, string, (w: World) => Promise<Make> | Make]>([
  ['products', 3, 'LIMIT_PRODUCTS', (w) => add(`${w.organization.url}/products`, { type: 'website' })],
  ['areas', 3, 'LIMIT_AREAS', (w) => add(`${w.product.url}/areas`)],
  ['standards', 3, 'LIMIT_STANDARDS', (w) => add(`${w.organization.url}/standards`)],
  ['groups', 5, 'LIMIT_REQUIREMENTS', async (w) => add(`${await standard(w)}/groups`)],
  ['requirements', 5, 'LIMIT_REQUIREMENTS', async (w) => add(`${await standard(w)}/requirements`)],
  [
    'groups and requirements together',
    5,
    'LIMIT_REQUIREMENTS',
    async (w) => {
      const url = await standard(w);
      const [group, requirement] = [add(`${url}/groups`), add(`${url}/requirements`)];
      return (token, i) => (i % 2 ? group : requirement)(token, i);
    },
  ],
])('%s: %i more, and then %s is named', async (_name, room, variable, prepare) => {
  const w = await world(service);
  const make = await prepare(w);
  const answers = await Promise.all(
    Array.from({ length: room + 4 }, (_, i) => make([w.owner.token, w.admin.token, w.keys.write][i % 3]!, i)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(room);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect(body.message).toContain(variable);
  }
});

test('a copy of a standard counts as a standard, and what is in it as much as anything', async () => {
  const w = await world(service);
  const duplicate = (url: string) => service.as(w.owner.token).post(`${url}/duplicate`);
  const large = await duplicate(`${w.organization.url}/standards/wcag-2-2`);
  expect([large.status, large.body.code]).toEqual([409, 'limit_reached']);
  expect(large.body.message).toContain('LIMIT_REQUIREMENTS');
  const url = await standard(w);
  for (let i = 0; i < 5; i += 1) await add(`${url}/groups`)(w.owner.token, i).expect(201);
  await duplicate(url).expect(201);
  await duplicate(url).expect(201);
  const fourth = await duplicate(url);
  expect([fourth.status, fourth.body.code]).toEqual([409, 'limit_reached']);
  expect(fourth.body.message).toContain('LIMIT_STANDARDS');
});

test('deleting a record makes room for another under its limit', async () => {
  const w = await world(service);
  for (let i = 0; i < 3; i += 1) await add(`${w.product.url}/areas`)(w.owner.token, i).expect(201);
  await add(`${w.product.url}/areas`)(w.owner.token, 4).expect(409);
  await service.as(w.owner.token).delete(`${w.product.url}/areas/name-1`).expect(204);
  await add(`${w.product.url}/areas`)(w.owner.token, 4).expect(201);
});

describe('0', () => {
  const endless = useService({ LIMIT_AREAS: '0' });

  test('is no limit', async () => {
    const w = await world(endless);
    const answer = await endless.as(w.owner.token).post(`${w.product.url}/areas`).send({ name: 'x' });
    expect(answer.status).toBe(201);
  });
});
