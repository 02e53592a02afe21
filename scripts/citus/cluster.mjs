import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../test/support/free-port.mjs';

/** Where root starts the servers, they run as nobody: PostgreSQL refuses root. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };

/** @type {Record<string, string>} */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '300',
  // Each database has a worker of Citus.
  max_worker_processes: '64',
  max_wal_size: '256MB',
  shared_buffers: '128MB',
  password_encryption: 'md5',
  // Citus tells a service of a deadlock between machines only where errors are logged.
  log_min_messages: 'error',
  // Each organization is in one part of a table; more of them take longer to make for each database of a test.
  'citus.shard_count': '4',
  // What a proof waits for would otherwise be seen after one minute.
  'citus.recover_2pc_interval': '5s',
};

/** What need not survive a power cut; what a commit has said does survive a killed server. */
const FAST = { fsync: 'off', full_page_writes: 'off' };

const NAMES = ['coordinator', 'worker-1', 'worker-2'];

/**
 * Starts a coordinator and two workers on loopback, with their data in `folder`. Their databases are joined to a
 * cluster by who makes them.
 * @param {string} bin @param {string} folder
 * @returns {Promise<string[]>} their addresses, the coordinator first
 */
export async function startCluster(bin, folder) {
  const password = randomBytes(12).toString('hex');
  const passwords = join(folder, 'passwords');
  writeFileSync(passwords, `*:*:*:*:${password}\n`, { mode: 0o600 });
  const first = join(folder, 'first');
  writeFileSync(first, password, { mode: 0o600 });
  chmodSync(folder, 0o711);
  if (ACCOUNT.uid) for (const path of [passwords, first]) chownSync(path, ACCOUNT.uid, ACCOUNT.gid);
  const servers = [];
  for (const name of NAMES) servers.push(await startServer(bin, folder, name));
  const nodes = servers.map((port) => `postgres://curbcut:${password}@127.0.0.1:${port}/postgres`);
  await Promise.all(nodes.map(becomesReady));
  return nodes;
}

/**
 * Stops what has been started of a cluster, and waits until no process of it is left.
 * @param {string} folder
 */
export async function stopCluster(folder) {
  await Promise.all(NAMES.map((name) => stopServer(join(folder, name))));
}

/** @param {string} bin @param {string} folder @param {string} name @returns {Promise<number>} its port */
async function startServer(bin, folder, name) {
  const data = join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  if (ACCOUNT.uid) chownSync(data, ACCOUNT.uid, ACCOUNT.gid);
  const options = [
    '-D',
    data,
    '-U',
    'curbcut',
    '-A',
    'password',
    '-E',
    'UTF8',
    // Letters beyond ASCII have cases in it.
    '--locale=C.UTF-8',
    '--no-sync',
    `--pwfile=${join(folder, 'first')}`,
  ];
  const made = spawnSync(join(bin, 'initdb'), options, {
    ...ACCOUNT,
    cwd: data,
    env: ENVIRONMENT,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stderr ?? made.error}`);
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, ...FAST, port: String(port) });
  appendFileSync(join(data, 'postgresql.conf'), settings.map(([key, value]) => `${key} = '${value}'\n`).join(''));
  const log = openSync(join(folder, `${name}.log`), 'a');
  // In a group of its own: Ctrl-C must not end it before its clients.
  spawn(join(bin, 'postgres'), ['-D', data], {
    ...ACCOUNT,
    cwd: data,
    env: { ...ENVIRONMENT, PGPASSFILE: join(folder, 'passwords') },
    detached: true,
    stdio: ['ignore', log, log],
  }).unref();
  return port;
}

/** @param {string} url */
async function becomesReady(url) {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tries === 300) throw error;
      await delay(100);
    }
  }
}

/** @param {string} data */
async function stopServer(data) {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  // Read now: a proof may have killed it and started it again.
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const all = [postmaster, ...childrenOf(postmaster)];
  if (isRunning(postmaster)) process.kill(postmaster, 'SIGQUIT');
  for (let tries = 0; tries < 100 && all.some(isRunning); tries += 1) await delay(100);
}

/** @param {number} pid @returns {number[]} */
function childrenOf(pid) {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
