import { readFileSync } from 'node:fs';
import { readSettings } from '#libs/config';
import { createLogger } from '#libs/logging';
import { DataSource } from 'typeorm';
import { prepareDatabase } from '../../apps/api/src/service/app/prepare-database.js';
import { createApp } from '../../apps/api/src/service/app/service.js';
import { ThisProcess } from '../../apps/api/src/platform/work/this-process.js';
import { emptyDatabase, freshDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

const SECRET_KEY = 'a key that only tests are encrypted with';
const { localTables } = JSON.parse(readFileSync('layers.json', 'utf8')) as { localTables: string[] };
let database: { url: string; drop: () => Promise<void> };
let connection: DataSource;

beforeEach(async () => {
  database = await freshDatabase();
  connection = await new DataSource({ type: 'postgres', url: database.url }).initialize();
});

afterEach(async () => {
  await connection.destroy();
  await database.drop();
});

/** How often rows of each table were read and written, once all others have gone and told. */
async function uses(): Promise<Map<string, { reads: number; writes: number }>> {
  const others = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await eventually(
    async () => (await connection.query<[{ count: number }]>(others))[0].count,
    (count) => count === 0,
  );
  const rows: { name: string; reads: number; writes: number }[] = await connection.query(
    `SELECT CASE schemaname WHEN 'public' THEN relname ELSE schemaname || '.*' END AS name,
       sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int AS reads, sum(n_tup_ins + n_tup_upd + n_tup_del)::int AS writes
     FROM pg_stat_user_tables GROUP BY 1`,
  );
  return new Map(rows.map(({ name, ...counts }) => [name, counts]));
}

async function start(settings = readSettings({ DATABASE_URL: database.url, SECRET_KEY, WORKER: 'off' })) {
  const self = new ThisProcess(settings);
  await prepareDatabase(database.url, settings, undefined, self);
  const app = await createApp(settings, database.url, createLogger('silent'), self);
  await app.init();
  await app.close();
}

test('a start on a database that has all writes nothing but its process, and reads nothing that may lie on another machine', async () => {
  await start();
  const before = await uses();
  await start();
  const after = await uses();
  const changed = (what: 'reads' | 'writes'): string[] =>
    [...after].filter(([name, counts]) => counts[what] > (before.get(name)?.[what] ?? 0)).map(([name]) => name);
  expect(changed('writes')).toEqual(['processes']);
  expect(changed('reads').filter((name) => name !== 'migrations' && !localTables.includes(name))).toEqual([]);
});

test('built-in data that this version has otherwise are corrected at the start', async () => {
  await connection.query(
    `UPDATE requirements SET name = 'former'; UPDATE service_state SET built_in_digest = 'former'`,
  );
  expect(await prepareDatabase(database.url)).toEqual([]);
  const [{ former }] = await connection.query(`SELECT count(*)::int AS former FROM requirements WHERE name = 'former'`);
  expect(former).toBe(0);
});

test('what cannot be written while a machine is away waits, and stops no start', async () => {
  await connection.query(`
    CREATE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '08006'; END $$;
    CREATE TRIGGER away BEFORE INSERT OR UPDATE ON standards FOR EACH STATEMENT EXECUTE FUNCTION away();
    UPDATE service_state SET built_in_digest = 'former'`);
  expect(await prepareDatabase(database.url, { secretKey: SECRET_KEY })).toEqual(['built-in data']);
  await start();
  await connection.query('DROP TRIGGER away ON standards');
  expect(await prepareDatabase(database.url, { secretKey: SECRET_KEY })).toEqual([]);
});

test('a migration tells from which schema to which, and how long each took', async () => {
  const { url, drop } = await emptyDatabase();
  const told: string[] = [];
  const log = { info: (line: string) => void told.push(line), warn: () => {} };
  try {
    await prepareDatabase(url, {}, log);
    expect(told[0]).toMatch(/^schema: none -> \w+177\d{10}$/);
    expect(told).toContainEqual(expect.stringMatching(/^migration Schema1770000000001: \d+\.\d\d s$/));
    told.length = 0;
    await prepareDatabase(url, {}, log);
    expect(told).toEqual([]);
  } finally {
    await drop();
  }
});
