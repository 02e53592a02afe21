import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '#libs/config';
import { newId } from '#libs/ids';
import { Retention } from '../../apps/api/src/service/retention/retention.service.js';
import { prune } from '../../apps/api/src/service/admin/prune-command.js';
import { daysAgo } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ RETAIN_EVENTS: '730' });

async function pruned(environment: Record<string, string>, ...flags: string[]): Promise<string> {
  const said: string[] = [];
  const { log } = console;
  console.log = (text: string): void => void said.push(text);
  const none = { RETAIN_RUNS: '0', RETAIN_EVENTS: '0', RETAIN_ACCOUNT_EVENTS: '0', RETAIN_JOBS: '0', RETAIN_MAIL: '0' };
  const { dataDir, secretKey } = service.settings;
  const settings = readSettings({
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    ...none,
    ...environment,
  });
  try {
    await prune({ settings, values: [], flags: new Set(flags), options: new Map() });
  } finally {
    console.log = log;
  }
  return said.join('\n');
}

/** Two events of 800 days ago, and those of today. */
async function aged(): Promise<World> {
  const w = await world(service);
  const owner = service.as(w.owner.token);
  await owner.post(`${w.product.url}/risks`).send({ title: 'Old' }).expect(201);
  await owner.post(`${w.product.url}/risks`).send({ title: 'Older' }).expect(201);
  await service.database.query(
    `UPDATE events SET at = at - interval '800 days' WHERE organization_id = $1 AND position <= 2`,
    [w.organization.id],
  );
  await owner.post(`${w.product.url}/risks`).send({ title: 'Young' }).expect(201);
  return w;
}

const events = async ({ organization }: World): Promise<{ id: string; position: string }[]> =>
  service.database.query('SELECT id, position FROM events WHERE organization_id = $1 ORDER BY position', [
    organization.id,
  ]);

// Before the others: a command of the operator silences the log of its process.
test('in the first thirty days the nightly job only tells what it would end', async () => {
  const w = await aged();
  const before = await events(w);
  const retention = service.app.get(Retention);
  await retention.run(new Date());
  expect(await events(w)).toEqual(before);
  expect(service.log.join('\n')).toMatch(
    /\d+ events of organizations are older than RETAIN_EVENTS=730 days: they will be deleted from/,
  );
  await service.database.query(`UPDATE service_state SET prunes_from = now() - interval '1 day'`);
  await retention.run(new Date());
  expect(await events(w)).toEqual(before.slice(2));
});

test('events end after the days that an operator keeps them, and whoever went on after one of them is told to begin anew', async () => {
  const w = await aged();
  const before = await events(w);
  expect(await pruned({ RETAIN_EVENTS: '730' }, '--dry-run')).toBe(
    'Would delete 2 events of organizations, older than 730 days (RETAIN_EVENTS).',
  );
  expect(await events(w)).toEqual(before);
  expect(await pruned({ RETAIN_EVENTS: '730' })).toMatch(/^Deleted 2 events/);
  expect(await events(w)).toEqual(before.slice(2));
  const follow = (id: string) => service.as(w.owner.token).get(`${w.organization.url}/changes?order=asc&after=${id}`);
  expect((await follow(before[2]!.id)).body.changes).toHaveLength(before.length - 3);
  expect((await follow(before[0]!.id)).body).toMatchObject({ status: 410, code: 'position_gone' });
  expect(await pruned({})).toBe('');
});

test('an event stays while a message of it is under way, and so do all after it', async () => {
  const w = await aged();
  const before = await events(w);
  const hook = newId();
  await service.database.query(
    `INSERT INTO webhooks (id, organization_id, url, secret) VALUES ($1, $2, 'https://x.example', 'whsec_a')`,
    [hook, w.organization.id],
  );
  const [first, second] = before;
  // The first one is older still than the one of which a message is under way.
  await service.database.query(`UPDATE events SET at = at - interval '1 day' WHERE organization_id = $1 AND id = $2`, [
    w.organization.id,
    first!.id,
  ]);
  await service.database.query(
    `INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, payload, next_attempt_at)
     VALUES ($1, $2, $3, $4, 'risk.created', '{}', now() + interval '1 hour')`,
    [newId(), w.organization.id, hook, second!.id],
  );
  expect(await pruned({ RETAIN_EVENTS: '730' })).toMatch(/^Deleted 1 events/);
  expect(await events(w)).toEqual(before.slice(1));
});

test('events of accounts, jobs that were given up, and files of mails end by their age', async () => {
  await service.database.query(
    `INSERT INTO account_events (id, at, actor_kind, actor_name, type, subject_kind)
     SELECT id, now() - age, 'system', 'Curbcut', 'user.disabled', 'user'
     FROM (VALUES ($1::uuid, interval '401 days'), ($2, interval '399 days')) AS e(id, age)`,
    [newId(), newId()],
  );
  await service.database.query(`
    SELECT graphile_worker.add_job('gone', '{}', max_attempts => 1, job_key => name) FROM unnest(ARRAY['dead', 'waiting', 'young']) AS name;
    UPDATE graphile_worker._private_jobs SET attempts = 1 WHERE key IN ('dead', 'young');
    UPDATE graphile_worker._private_jobs SET updated_at = now() - interval '31 days' WHERE key IN ('dead', 'waiting')`);
  const folder = join(service.settings.dataDir, 'mail');
  mkdirSync(folder, { recursive: true });
  for (const [name, days] of [
    ['old', 31],
    ['young', 29],
  ] as const) {
    writeFileSync(join(folder, `${name}.txt`), 'To: ada');
    utimesSync(join(folder, `${name}.txt`), new Date(), daysAgo(days));
  }
  const kept = { RETAIN_ACCOUNT_EVENTS: '400', RETAIN_JOBS: '30', RETAIN_MAIL: '30' };
  const said = (await pruned(kept)).split('\n');
  expect(said.map((line) => line.split(' ')[1])).toEqual(['1', '1', '1']);
  expect(readdirSync(folder)).toEqual(['young.txt']);
  const jobs = await service.database.query('SELECT key FROM graphile_worker._private_jobs ORDER BY key');
  expect(jobs).toEqual([{ key: 'waiting' }, { key: 'young' }]);
});
