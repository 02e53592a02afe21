import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Account, postgresBinaries, reachableBy, serverAccount } from './postgres-binaries.js';

const USER = 'curbcut';
const DATABASE = 'curbcut';
const START_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;

/** A PostgreSQL server of our own. */
export interface EmbeddedPostgres {
  url: string;
  /** Shuts the server down and waits for it; may be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Folder for the server; made when missing. */
  dataDir: string;
  /** Further server settings. */
  settings?: Readonly<Record<string, string>>;
  log?: (line: string) => void;
}

/** Where and with which password the server of a data folder answers; kept in it, readable by its account only. */
interface Access {
  port: number;
  password: string;
}

/**
 * Starts the PostgreSQL that the npm package carries, or finds the one that a killed parent left running.
 *
 * The server outlives a `kill -9` of its parent and is taken over by the next start. Started by root it runs as nobody;
 * where nobody cannot reach the folder (it lies in one that only root may enter), the server lives in
 * `/var/lib/curbcut/<hash of the folder>` instead, so that the next start finds it again. Two services on one folder
 * share one server; it stops with the first of them.
 * @throws Error with the end of the server's log when it does not start
 */
export async function startEmbeddedPostgres({ dataDir, settings = {}, log = () => {} }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = serverAccount();
  const home = prepareHome(resolve(dataDir), account);
  const binaries = postgresBinaries(account, home);
  const data = join(home, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialize(binaries, home, data, account);

  const running = await findRunning(data);
  if (running) {
    log('took over the PostgreSQL that was left running');
    return server(data, running);
  }
  const access = readAccess(data);
  access.port = await freePort(access.port);
  writeAccess(data, access, account);
  const child = launch(binaries, home, data, access, settings, account);
  await ready(child, home, data, access);
  await createDatabase(access);
  return server(data, access);
}

function prepareHome(dataDir: string, account: Account | undefined): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const home = reachableBy(account, dataDir) ? dataDir : join('/var/lib/curbcut', name);
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o700);
  if (account) chownSync(home, account.uid, account.gid);
  return home;
}

/** Makes the data folder beside its place and moves it there whole, so that an interrupted start leaves nothing half-made. */
async function initialize(binaries: string, home: string, data: string, account: Account | undefined): Promise<void> {
  const draft = join(home, `data.${process.pid}.${randomBytes(4).toString('hex')}`);
  const password = randomBytes(24).toString('base64url');
  const passwordFile = `${draft}.password`;
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account) chownSync(passwordFile, account.uid, account.gid);
    const result = spawnSync(
      join(binaries, 'bin', 'initdb'),
      ['-D', draft, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--locale=C', '--encoding=UTF8', '--no-instructions'],
      { ...account, cwd: '/', encoding: 'utf8' },
    );
    if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || String(result.error)}`);
    writeAccess(draft, { port: 0, password }, account);
    renameSync(draft, data);
  } catch (error) {
    // Another service was quicker on this folder; what it made is complete.
    if (!existsSync(join(data, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

function launch(
  binaries: string,
  home: string,
  data: string,
  { port }: Access,
  settings: Readonly<Record<string, string>>,
  account: Account | undefined,
): ChildProcess {
  const options = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', max_connections: '100', ...settings };
  const logFile = openSync(join(home, 'postgres.log'), 'w', 0o600);
  // In a process group of its own: Ctrl-C must not stop the server before the service has finished its work.
  const child = spawn(
    join(binaries, 'bin', 'postgres'),
    ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: '/', detached: true, stdio: ['ignore', logFile, logFile] },
  );
  child.unref();
  closeSync(logFile);
  return child;
}

async function ready(child: ChildProcess, home: string, data: string, access: Access): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS;
  let failure: unknown;
  child.once('error', (error) => (failure = error));
  while (Date.now() < deadline && failure === undefined) {
    if (await answers(access)) return;
    if (child.exitCode !== null) {
      // Another service was quicker on this folder: its server is ours too.
      const other = await findRunning(data);
      if (other) return void Object.assign(access, other);
      break;
    }
    await delay(50);
  }
  const tail = readFileSync(join(home, 'postgres.log'), 'utf8').split('\n').slice(-15).join('\n');
  throw new Error(`The embedded PostgreSQL did not start:\n${tail}`, { cause: failure });
}

/** The access to the server that already runs on this folder. A pid file that no server of ours holds is removed. */
async function findRunning(data: string): Promise<Access | undefined> {
  const found = postmasterOf(data);
  if (!found) return undefined;
  const { pid } = found;
  const deadline = Date.now() + START_WITHIN_MS;
  while (isServerOf(pid, data) && Date.now() < deadline) {
    const { port } = postmasterOf(data) ?? found;
    const access = { ...readAccess(data), port };
    if (port > 0 && (await answers(access))) return access;
    await delay(100);
  }
  if (isServerOf(pid, data)) throw new Error(`A PostgreSQL (process ${pid}) holds ${data} but does not answer.`);
  rmSync(join(data, 'postmaster.pid'), { force: true });
  return undefined;
}

function server(data: string, access: Access): EmbeddedPostgres {
  const stop = async (): Promise<void> => {
    const pid = postmasterOf(data)?.pid;
    if (pid === undefined || !isServerOf(pid, data)) return;
    process.kill(pid, 'SIGINT');
    const deadline = Date.now() + STOP_WITHIN_MS;
    while (isServerOf(pid, data) && Date.now() < deadline) await delay(50);
  };
  return { url: urlOf(access, DATABASE), stop };
}

async function createDatabase(access: Access): Promise<void> {
  const client = new Client({ connectionString: urlOf(access, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function answers(access: Access): Promise<boolean> {
  const client = new Client({ connectionString: urlOf(access, 'postgres'), connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** What PostgreSQL wrote of itself: its process and, once it listens, its port (lines 1 and 4). */
function postmasterOf(data: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3] ?? 0)];
    return pid > 0 ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this process is a PostgreSQL on this folder: after a crash its number may belong to any other program. */
function isServerOf(pid: number, data: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return commandOf(pid).includes(data);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout ?? '';
  }
}

const urlOf = ({ port, password }: Access, database: string): string => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;

const accessFile = (data: string): string => join(data, 'curbcut.json');
const readAccess = (data: string): Access => JSON.parse(readFileSync(accessFile(data), 'utf8')) as Access;

function writeAccess(data: string, access: Access, account: Account | undefined): void {
  const draft = `${accessFile(data)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(access), { mode: 0o600 });
  if (account) chownSync(draft, account.uid, account.gid);
  renameSync(draft, accessFile(data));
}

/** The wanted port of 127.0.0.1 where it is free, else any free one. */
async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number): Promise<number | undefined> =>
    new Promise((done) => {
      const probe = createServer();
      probe.once('error', () => done(undefined));
      probe.listen({ host: '127.0.0.1', port }, () => {
        const { port: found } = probe.address() as { port: number };
        probe.close(() => done(found));
      });
    });
  return (wanted ? await tryPort(wanted) : undefined) ?? (await tryPort(0))!;
}
