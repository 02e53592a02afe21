import { Client } from 'pg';
import { WAITING } from '../support/answer-after-waiting.js';
import { unrestricted } from '../support/citus/database.js';
import { eventually } from '../support/eventually.js';
import { scansAt } from '../support/scans.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

// Three reports at once, of which the last place is for whoever has none.
const service = useService({ DATABASE_POOL_SIZE: '6' }, { decisionHoldsMs: 0 });
const { post } = scansAt(service);

/** Keeps every report of the product from being stored until it is called. */
async function hold(w: World): Promise<{ holder: Client; release: () => Promise<void> }> {
  const holder = new Client({ connectionString: unrestricted(service.databaseUrl) });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM products WHERE organization_id = $1 AND id = $2 FOR UPDATE', [
    w.organization.id,
    w.product.id,
  ]);
  const release = async (): Promise<void> => {
    await holder.query('COMMIT');
    await holder.end();
  };
  return { holder, release };
}

test('more reports at once than connections wait for each other, and leave connections to people', async () => {
  const w = await world(service);
  const body = { productRef: w.product.slug, type: 'manual_test' };
  // The pool is full before: on a busy machine new connections take seconds, and what is tried here is not how quickly
  // they are made.
  await Promise.all(Array.from({ length: 12 }, () => service.as(w.member.token).get(w.product.url)));
  const { holder, release } = await hold(w);

  const sent = Promise.all(Array.from({ length: 40 }, () => post(w.keys.ingest, body)));
  await eventually(
    () => holder.query<{ n: number }>(WAITING),
    ({ rows }) => rows[0]!.n >= 2,
  );
  const read = await service.as(w.member.token).get(w.product.url);
  expect([read.status, read.body]).toEqual([200, expect.anything()]);
  await release();

  const answers = await sent;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const numbers = answers.map((answer) => answer.body.testActivity.number as number);
  expect(numbers.sort((a, b) => a - b)).toEqual(answers.map((_, index) => index + 1));
});

test('what waits is bytes: a report is parsed and checked when its turn comes', async () => {
  const w = await world(service);
  const { holder, release } = await hold(w);
  const sent = Promise.all([1, 2].map(() => post(w.keys.ingest, { productRef: w.product.slug, type: 'manual_test' })));
  await eventually(
    () => holder.query<{ n: number }>(WAITING),
    ({ rows }) => rows[0]!.n >= 2,
  );
  let isAnswered = false;
  const faulty = Promise.resolve(post(w.keys.ingest, { productRef: w.product.slug, type: 'no such type' }));
  void faulty.then(() => {
    isAnswered = true;
  });
  for (let reads = 0; reads < 5; reads += 1) await service.as(w.member.token).get(w.product.url);
  expect(isAnswered).toBe(false);
  await release();

  expect((await sent).map(({ status }) => status)).toEqual([201, 201]);
  expect((await faulty).status).toBe(400);
});

test('a report whose key is revoked while it waits for its turn is refused', async () => {
  const w = await world(service);
  const { release } = await hold(w);
  const keyOf = (owner: World['owner']) => w.key({ scopes: ['ingest'], owner });
  const report = { productRef: w.product.slug, type: 'manual_test' };
  // At most three are stored at once, so the fourth waits.
  const keys = await Promise.all([w.owner, w.member, await w.person('member')].map(keyOf));
  const sent = Promise.all(keys.map((key) => post(key, report)));
  await eventually(arrived, (count) => count === 3);
  const late = Promise.resolve(post(await keyOf(w.admin), report));
  await eventually(arrived, (count) => count === 4);
  await service.database.query(
    'UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1 AND owner_user_id = $2',
    [w.organization.id, w.admin.id],
  );
  await release();

  expect((await sent).map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await late).status).toBe(401);
});

/** How many reports are being stored or wait for their turn. */
async function arrived(): Promise<number> {
  const { text } = await service.as().get('/metrics');
  const counts = [...text.matchAll(/^curbcut_places_(?:used|waiting)\{resource="ingest"\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
