import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { AccountsOfWork } from '../../apps/api/src/accounts/organizations/accounts-of-work.service.js';
import { accountOfPerson } from '../../apps/api/src/platform/places/account-of-work.js';
import { ResourcePlaces } from '../../apps/api/src/platform/places/resource-places.service.js';
import type { ResourceName } from '../../apps/api/src/platform/places/resources.js';
import { WAITING } from '../support/answer-after-waiting.js';
import { unrestricted } from '../support/citus/database.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

// Two places for lists.
const service = useService({ DATABASE_POOL_SIZE: '4' }, { decisionHoldsMs: 0 });

const work = (organizationId: string) => service.app.get(AccountsOfWork).of(organizationId);

/** Uses a place until it is told to end. */
function use(resource: ResourceName, account: string): { end: () => Promise<void> } | undefined {
  let end = (): void => {};
  const used = service.app
    .get(ResourcePlaces)
    .tryRun(resource, { account }, () => new Promise<void>((resolve) => (end = resolve)));
  return used && { end: () => (end(), used) };
}

const placesOf = async (resource: string, what: string): Promise<number> => {
  const { text } = await service.as().get('/metrics');
  return Number(new RegExp(`^curbcut_places_${what}\\{resource="${resource}"\\} (\\d+)$`, 'm').exec(text)![1]);
};

/** Begins to read as somebody who goes before the answer; returns how they go. */
function readAndGo(token: string, path: string): () => void {
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const headers = { authorization: `Bearer ${token}` };
  const sent = request({ port, path, headers }).on('error', () => {});
  sent.end();
  return () => void sent.destroy();
}

test('an account that has its places waits, and keeps no other from theirs', async () => {
  const [w, other] = [await world(service), await world(service)];
  await service.as(other.owner.token).get(`${other.product.url}/issues`).expect(200);
  const { account } = await work(w.organization.id);
  const used = use('lists', account)!;
  expect(use('lists', account)).toBeUndefined();
  let isAnswered = false;
  const waiting = service.as(w.owner.token).get(`${w.product.url}/issues`);
  void waiting.then(() => (isAnswered = true));
  await eventually(
    () => placesOf('lists', 'waiting'),
    (n) => n === 1,
  );
  expect(await placesOf('lists', 'used')).toBe(1);
  await service.as(other.owner.token).get(`${other.product.url}/issues`).expect(200);
  // A single record is read with the admission of its call.
  await service.as(w.owner.token).get(w.product.url).expect(200);
  expect(isAnswered).toBe(false);
  await used.end();
  expect((await waiting).status).toBe(200);
  expect(await placesOf('lists', 'used')).toBe(0);
});

test('lists that are told whole have places of their own, and one of lists only while a part is made', async () => {
  const [w, other] = [await world(service), await world(service)];
  const { account } = await work(w.organization.id);
  const csv = (of: typeof w) => service.as(of.owner.token).get(`${of.product.url}/issues?format=csv`);
  await csv(other).expect(200);
  const reading = Array.from({ length: 4 }, () => use('streams', account)!);
  expect(use('streams', account)).toBeUndefined();
  // Neither others nor its pages wait for who reads slowly.
  await csv(other).expect(200);
  await service.as(w.owner.token).get(`${w.product.url}/issues`).expect(200);
  const used = use('lists', account)!;
  let isAnswered = false;
  await reading[0]!.end();
  const waiting = csv(w);
  void waiting.then(() => (isAnswered = true));
  await eventually(
    () => placesOf('lists', 'waiting'),
    (n) => n === 1,
  );
  expect([isAnswered, await placesOf('streams', 'used')]).toEqual([false, 4]);
  await used.end();
  expect((await waiting).status).toBe(200);
  for (const one of reading.slice(1)) await one.end();
});

test.each([
  ['audits', 'audits/1/outcomes?view=grid'],
  ['audits', 'audits/1/progress'],
  ['audits', 'audits/1/comparison?with=2'],
  ['rendering', 'conformance-reports/1/requirements'],
  ['rendering', 'conformance-reports/1/suggestions'],
  ['rendering', 'conformance-reports/1/problems'],
] as const)('%s has a place for %s', async (resource, path) => {
  const [w, other] = [await world(service), await world(service)];
  const owner = service.as(w.owner.token);
  for (let made = 0; made < 2; made += 1) await owner.post(`${w.product.url}/audits`).send({}).expect(201);
  await owner.post(`${w.product.url}/conformance-reports`).send({ title: 'Report' }).expect(201);
  await service.as(other.owner.token).get(`${other.product.url}/audits/1/progress`).expect(404);
  const { account } = await work(w.organization.id);
  const held = [];
  for (let one = use(resource, account); one; one = use(resource, account)) held.push(one);
  let isAnswered = false;
  const waiting = owner.get(`${w.product.url}/${path}`);
  void waiting.then(() => (isAnswered = true));
  await eventually(
    () => placesOf(resource, 'waiting'),
    (n) => n === 1,
  );
  expect(isAnswered).toBe(false);
  for (const one of held) await one.end();
  expect((await waiting).status).toBe(200);
});

test('who is gone waits for no place', async () => {
  const w = await world(service);
  const { account } = await work(w.organization.id);
  const used = use('lists', account)!;
  const go = readAndGo(w.owner.token, `${w.product.url}/issues`);
  await eventually(
    () => placesOf('lists', 'waiting'),
    (n) => n === 1,
  );
  go();
  await eventually(
    () => placesOf('lists', 'waiting'),
    (n) => n === 0,
  );
  await used.end();
  expect(await placesOf('lists', 'refused_total')).toBe(0);
});

test('what somebody reads who is gone is cancelled, and what they change is done', async () => {
  const w = await world(service);
  const holder = new Client({ connectionString: unrestricted(service.databaseUrl) });
  await holder.connect();
  const waiting = () => holder.query<{ n: number }>(WAITING);
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE issues IN ACCESS EXCLUSIVE MODE');
    const go = readAndGo(w.owner.token, `${w.product.url}/issues`);
    await eventually(waiting, ({ rows }) => rows[0]!.n === 1);
    go();
    await eventually(waiting, ({ rows }) => rows[0]!.n === 0);
    await holder.query('COMMIT');
  } finally {
    await holder.end();
  }
  await service.as(w.owner.token).get(`${w.product.url}/issues`).expect(200);
});

test('a key that is revoked while its call waits for a place is refused', async () => {
  const w = await world(service);
  const { account } = await work(w.organization.id);
  const used = use('lists', account)!;
  const waiting = Promise.resolve(service.as(w.keys.read).get(`${w.product.url}/issues`));
  await eventually(
    () => placesOf('lists', 'waiting'),
    (n) => n === 1,
  );
  await service.database.query('UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1', [
    w.organization.id,
  ]);
  await used.end();
  expect((await waiting).status).toBe(401);
});

describe('the account of an organization', () => {
  const create = async (token: string, name: string): Promise<string> =>
    (await service.as(token).post('/api/auth/organization/create').send({ name }).expect(200)).body.id;
  const kept = async (id: string) =>
    (await service.database.query('SELECT account, account_network FROM organizations WHERE id = $1', [id]))[0];
  const verify = (id: string, is: boolean) =>
    service.database.query('UPDATE users SET email_verified = $2 WHERE id = $1', [id, is]);

  test('is that of the person who made it, one for all of theirs, and stays when they leave', async () => {
    const { stranger, owner } = await world(service);
    await verify(stranger.id, true);
    const ids = [await create(stranger.token, 'One'), await create(stranger.token, 'Two')];
    for (const id of ids)
      expect(await work(id)).toMatchObject({ account: accountOfPerson(stranger.id), organization: id });
    await service.database.query('UPDATE members SET user_id = $2 WHERE organization_id = $1', [ids[0], owner.id]);
    expect(await kept(ids[0]!)).toEqual({ account: accountOfPerson(stranger.id), account_network: null });
    expect(accountOfPerson(owner.id)).not.toBe(accountOfPerson(stranger.id));
  });

  test('is the network while its maker has proved no address, of which nothing readable is kept', async () => {
    const [one, other] = [await world(service), await world(service)];
    for (const { stranger } of [one, other]) await verify(stranger.id, false);
    const [ofOne, ofOther] = [await create(one.stranger.token, 'One'), await create(other.stranger.token, 'Other')];
    expect((await work(ofOne)).account).toBe((await work(ofOther)).account);
    const { account, account_network: network } = await kept(ofOne);
    expect(account).toBe(accountOfPerson(one.stranger.id));
    expect(network).toMatch(/^[0-9a-f]{64}$/);
    await verify(one.stranger.id, true);
    await service.app.get(AccountsOfWork).prove();
    expect(await kept(ofOne)).toEqual({ account, account_network: null });
    expect((await kept(ofOther)).account_network).toBe(network);
  });

  test('is in no answer', async () => {
    const { owner, organization } = await world(service);
    const answers = [
      await service.as(owner.token).get('/api/auth/organization/list'),
      await service
        .as(owner.token)
        .get(`/api/auth/organization/get-full-organization?organizationId=${organization.id}`),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/"account(Network)?"/);
    }
  });
});
