import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startBuilt } from '../support/built-service.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#libs/embedded-postgres';

jest.setTimeout(120_000);

// A test's data need not survive a power cut; those of a killed server must still be found.
const settings = { fsync: 'off', shared_buffers: '16MB' };

let parent: string;
let folder: string;
const started: EmbeddedPostgres[] = [];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'curbcut-embedded-'));
  chmodSync(parent, 0o755);
  folder = join(parent, 'postgres');
});

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  rmSync(parent, { recursive: true, force: true });
});

async function start(extra: Record<string, string> = {}, asSuperuser = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: { ...settings, ...extra }, asSuperuser });
  started.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

const pidFile = (): string => join(folder, 'data', 'postmaster.pid');
const postmaster = (): number => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const writeRow = (url: string): Promise<unknown> => query(url, 'CREATE TABLE kept AS SELECT 7 AS a');
const readRow = (url: string): Promise<unknown> => query(url, 'SELECT a FROM kept');

test('a fresh folder becomes a UTF-8 database that answers on 127.0.0.1 to its password alone', async () => {
  const { url } = await start();

  const { hostname, password, pathname } = new URL(url);
  expect([hostname, pathname, password.length]).toEqual(['127.0.0.1', '/curbcut', 32]);
  expect(await query(url, "SELECT current_user AS who, current_setting('server_encoding') AS encoding")).toEqual([
    { who: 'curbcut_service', encoding: 'UTF8' },
  ]);
  await expect(query(url.replace(password, 'wrong'), 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(folder, 'data', 'curbcut.json')).mode & 0o777).toBe(0o600);
});

/**
 * What would let whoever gets a statement of their own in run programs or read files of the machine, or rise to where
 * they could.
 */
const POWERS = [
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  `CREATE TEMP TABLE taken (line text); COPY taken FROM PROGRAM 'id'`,
  `SELECT pg_read_file('/etc/hostname')`,
  `ALTER ROLE curbcut_service SUPERUSER`,
  `ALTER ROLE curbcut LOGIN PASSWORD 'x'`,
  `SET ROLE curbcut`,
  `GRANT pg_execute_server_program TO curbcut_service`,
  `ALTER SYSTEM SET archive_command = 'true'`,
  `LOAD '/tmp/x'`,
];

async function expectNoPowers(url: string): Promise<void> {
  for (const statement of POWERS)
    await expect(query(url, statement)).rejects.toThrow(/permission|privilege|must be|access to/);
  const superuser = new URL(url);
  superuser.username = 'curbcut';
  await expect(query(superuser.href, 'SELECT 1')).rejects.toThrow(/not permitted to log in|authentication failed/);
}

test('the role of the service is no superuser, cannot become one, and starts no program', async () => {
  const { url } = await start();
  await expectNoPowers(url);
  expect(await query(url, `SELECT rolname FROM pg_roles WHERE rolcanlogin`)).toEqual([{ rolname: 'curbcut_service' }]);
});

test('a former installation is handed over by the superuser once it is started anew, with everything in it', async () => {
  const former = await start({}, true);
  const details = join(folder, 'data', 'curbcut.json');
  const { port, password } = JSON.parse(readFileSync(details, 'utf8')) as { port: number; password: string };
  writeFileSync(details, JSON.stringify({ port, password }));
  await query(
    former.url,
    `CREATE EXTENSION pg_trgm; CREATE SCHEMA work; CREATE TYPE work.state AS ENUM ('open');
     CREATE TABLE kept (id int GENERATED ALWAYS AS IDENTITY, old serial, state work.state, text text) PARTITION BY LIST (state);
     CREATE TABLE kept_open PARTITION OF kept FOR VALUES IN ('open'); CREATE INDEX ON kept USING gin (text gin_trgm_ops);
     CREATE SEQUENCE work.numbers; CREATE VIEW work.seen AS SELECT * FROM kept; CREATE MATERIALIZED VIEW work.stored AS SELECT * FROM kept;
     CREATE FUNCTION work.one() RETURNS int LANGUAGE sql RETURN 1; CREATE DOMAIN work.small AS int CHECK (VALUE < 9);
     CREATE TYPE work.pair AS (a int, b int); INSERT INTO kept (state, text) VALUES ('open', 'kept')`,
  );
  const whileRunning = await start();
  expect(whileRunning.url).toBe(former.url);
  await former.stop();

  const { url } = await start();

  await expectNoPowers(url);
  expect(await query(url, 'SELECT text FROM work.seen')).toEqual([{ text: 'kept' }]);
  const owned = `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relowner = 'curbcut'::regrole AND relnamespace IN ('public'::regnamespace, 'work'::regnamespace)
    UNION ALL SELECT oid::regproc::text FROM pg_proc WHERE proowner = 'curbcut'::regrole AND pronamespace = 'work'::regnamespace
    UNION ALL SELECT oid::regtype::text FROM pg_type WHERE typowner = 'curbcut'::regrole AND typnamespace = 'work'::regnamespace`;
  expect(await query(url, owned)).toEqual([]);
  await query(
    url,
    `ALTER TABLE kept ADD COLUMN more int; ALTER TYPE work.state ADD VALUE 'closed'; DROP TABLE kept CASCADE; DROP SCHEMA work CASCADE`,
  );
});

test('a handover that was interrupted is repeated', async () => {
  const interrupted = await start({}, true);
  await writeRow(interrupted.url);
  await query(interrupted.url, 'CREATE ROLE curbcut_service; ALTER DATABASE curbcut OWNER TO curbcut_service');
  await interrupted.stop();
  const { url } = await start();
  await expectNoPowers(url);
  expect(await readRow(url)).toEqual([{ a: 7 }]);
  const details = JSON.parse(readFileSync(join(folder, 'data', 'curbcut.json'), 'utf8')) as object;
  expect(details).toEqual({ port: expect.any(Number), user: 'curbcut_service', password: new URL(url).password });
});

test('the next start finds the data, the password and the port', async () => {
  const first = await start();
  await writeRow(first.url);
  await Promise.all([first.stop(), first.stop()]);
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

  const second = await start();

  expect(second.url).toBe(first.url);
  expect(await readRow(second.url)).toEqual([{ a: 7 }]);
});

test('a server that its parent left running is taken over, and stopped by its new owner', async () => {
  const left = await start();
  const pid = postmaster();

  const taken = await start();

  expect(taken.url).toBe(left.url);
  expect(postmaster()).toBe(pid);
  await taken.stop();
  await expect(query(left.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
});

test('two starts at once on a fresh folder share one server', async () => {
  const [one, other] = await Promise.all([start(), start()]);

  await writeRow(one.url);

  expect(await readRow(other.url)).toEqual([{ a: 7 }]);
  expect(readdirSync(folder).sort()).toEqual(['data', 'postgres.log']);
});

test('a killed server loses nothing that was committed', async () => {
  const killed = await start();
  await writeRow(killed.url);
  process.kill(postmaster(), 'SIGKILL');

  const next = await start();

  expect(await readRow(next.url)).toEqual([{ a: 7 }]);
});

describe('a leftover pid file', () => {
  let foreign: ChildProcess;

  beforeEach(async () => {
    await (await start()).stop();
    const { uid, gid } = statSync(join(folder, 'data'));
    foreign = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
    await once(foreign, 'spawn');
  });

  afterEach(() => foreign.kill());

  test('whose number another program has now is no obstacle, and that program lives on', async () => {
    writeFileSync(pidFile(), `${foreign.pid}\n${folder}/data\n1\n5432\n\n127.0.0.1\n`);

    const { url, stop } = await start();

    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await stop();
    expect(isAlive(foreign.pid!)).toBe(true);
  });

  test('that a full disk left empty is no obstacle', async () => {
    writeFileSync(pidFile(), '');

    const { url } = await start();

    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

test('an interrupted initialization is no obstacle and is swept once it is old', async () => {
  const draft = join(folder, 'data.0123456789abcdef');
  mkdirSync(join(draft, 'base'), { recursive: true });
  writeFileSync(join(draft, 'PG_VERSION'), '18\n');

  const first = await start();
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(readdirSync(folder)).toContain('data.0123456789abcdef');
  await first.stop();
  utimesSync(draft, 0, 0);
  await start();

  expect(readdirSync(folder)).not.toContain('data.0123456789abcdef');
});

test('a port that another program took is exchanged, and the new one kept', async () => {
  const first = await start();
  await first.stop();
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  await once(squatter, 'listening');

  const second = await start();
  squatter.close();
  await second.stop();
  const third = await start();

  expect(second.url).not.toBe(first.url);
  expect(third.url).toBe(second.url);
});

test('a start that fails says what the server said', async () => {
  await expect(start({ no_such_setting: '1' })).rejects.toThrow(
    'unrecognized configuration parameter "no_such_setting"',
  );
});

test('data inside a folder that only root may enter stay there and are found again', async () => {
  chmodSync(parent, 0o700);
  const first = await start({}, true);
  await writeRow(first.url);
  await query(first.url, 'CHECKPOINT');
  process.kill(postmaster(), 'SIGKILL');

  const second = await start();
  expect(await readRow(second.url)).toEqual([{ a: 7 }]);
  await second.stop();
  chmodSync(parent, 0o755);
  const third = await start();

  expect(await readRow(third.url)).toEqual([{ a: 7 }]);
});

test('a server that cannot be started again after three times is given up, and the service ends', async () => {
  const service = await startBuilt({ DATA_DIR: parent, LOG_LEVEL: 'error' });
  const version = join(folder, 'data', 'PG_VERSION');
  const written = readFileSync(version, 'utf8');
  writeFileSync(version, '9.6\n');
  process.kill(postmaster(), 'SIGQUIT');
  const [code] = (await once(service.child, 'exit')) as [number];
  writeFileSync(version, written);
  expect(code).toBe(1);
  expect(service.output().match(/restarting it/g)).toHaveLength(3);
  expect(service.output()).toContain('no longer starts');
});
