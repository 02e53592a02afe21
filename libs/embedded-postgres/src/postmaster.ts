import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type ConnectionDetails, type Home, SUPERUSER, readConnectionDetails, writePort } from './postgres-home.js';

const ANSWER_WITHIN_MS = 30_000;
const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
const PID_WRITTEN_WITHIN_MS = 500;
const PID_NOT_WRITTEN = 0;
// PostgreSQL says so while it starts, recovers from a crash, and shuts down.
const CANNOT_CONNECT_NOW = '57P03';

/** The setting by which a server's command names the data it serves, whatever path the server itself uses. */
export const folderSetting = (data: string): [name: string, value: string] => ['curbcut.folder', data];

/** How to connect to a database of an embedded server. */
export const urlOf = ({ port, user = SUPERUSER, password }: ConnectionDetails, database: string): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

/**
 * The access to the server that already runs on this folder, waiting for one that is starting. A pid file whose number
 * now belongs to another program, or that a full disk left without one, is taken away; any other leftover PostgreSQL
 * clears itself.
 * @throws Error when a server runs but does not answer
 */
export async function runningServer(home: Home): Promise<ConnectionDetails | undefined> {
  const { data } = home;
  if (postmasterOf(data)?.pid === PID_NOT_WRITTEN) await delay(PID_WRITTEN_WITHIN_MS);
  const pid = postmasterOf(data)?.pid;
  if (pid === undefined) return undefined;
  let deadline = performance.now() + ANSWER_WITHIN_MS;
  while (isServerOf(pid, data)) {
    const kept = readConnectionDetails(home);
    const access = { ...kept, port: postmasterOf(data)?.port || kept.port };
    const answer = await probe(access);
    if (answer === 'ready') {
      if (access.port !== kept.port) writePort(home, access.port);
      return access;
    }
    if (answer === 'busy') deadline = performance.now() + ANSWER_WITHIN_MS;
    if (performance.now() > deadline)
      throw new Error(`A PostgreSQL (process ${pid}) uses ${data} but does not respond.`);
    await delay(50);
  }
  if (pid === PID_NOT_WRITTEN || isAlive(pid)) removePidFile(data, pid);
  return undefined;
}

/** Whether a server accepts our password: `busy` while it starts, recovers or stops. */
export async function probe(access: ConnectionDetails): Promise<'ready' | 'busy' | 'silent'> {
  const client = new Client({
    connectionString: urlOf(access, 'postgres'),
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return 'ready';
  } catch (error) {
    return (error as { code?: string }).code === CANNOT_CONNECT_NOW ? 'busy' : 'silent';
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Shuts the server of this folder down: open transactions are rolled back, the data are whole; forcibly if it lingers.
 */
export async function stopServer({ data }: Home): Promise<void> {
  const pid = postmasterOf(data)?.pid;
  if (pid === undefined) return;
  for (const [signal, patience] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    if (!isServerOf(pid, data)) return;
    send(pid, signal);
    for (const deadline = performance.now() + patience; isServerOf(pid, data) && performance.now() < deadline;)
      await delay(20);
  }
}

/** Whether the process that serves this folder is there. */
export function isServerAlive({ data }: Home): boolean {
  const pid = postmasterOf(data)?.pid;
  return pid !== undefined && pid !== PID_NOT_WRITTEN && isAlive(pid);
}

/** What `postmaster.pid` says: the process id and the port (lines 1 and 4). */
function postmasterOf(data: string): { pid: number; port: number } | undefined {
  try {
    return pidFile(join(data, 'postmaster.pid'));
  } catch {
    return undefined;
  }
}

function pidFile(path: string): { pid: number; port: number } {
  const lines = readFileSync(path, 'utf8').split('\n');
  return { pid: Number.parseInt(lines[0] ?? '') || PID_NOT_WRITTEN, port: Number.parseInt(lines[3] ?? '') || 0 };
}

// After a crash the number may belong to any other program.
const isServerOf = (pid: number, data: string): boolean =>
  pid !== PID_NOT_WRITTEN && isAlive(pid) && commandOf(pid).includes(`${folderSetting(data).join('=')} `);

const isAlive = (pid: number): boolean => send(pid, 0);

/** Sends a signal; false when there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command of a process, each word followed by a blank; empty for one that has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return `${spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout?.trim() ?? ''} `;
  }
}

/**
 * Removes the pid file only if it is still the judged one: a server that another service started since keeps its own.
 */
function removePidFile(data: string, judged: number): void {
  const file = join(data, 'postmaster.pid');
  const movedFile = join(data, `postmaster.pid.${randomBytes(4).toString('hex')}`);
  try {
    renameSync(file, movedFile);
    if (pidFile(movedFile).pid !== judged) linkSync(movedFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(movedFile, { force: true });
  }
}
