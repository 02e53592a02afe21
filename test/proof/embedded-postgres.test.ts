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

async function start(extra: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: { ...settings, ...extra } });
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
    { who: 'curbcut', encoding: 'UTF8' },
  ]);
  await expect(query(url.replace(password, 'wrong'), 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect(statSync(join(folder, 'data', 'curbcut.json')).mode & 0o777).toBe(0o600);
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
  const first = await start();
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
  expect(service.output().match(/starting it again/g)).toHaveLength(3);
  expect(service.output()).toContain('does not start any more');
});
