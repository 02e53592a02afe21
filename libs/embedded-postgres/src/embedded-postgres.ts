import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, fchownSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresBinaries } from './postgres-binaries.js';
import {
  type ConnectionDetails,
  DATABASE,
  type Home,
  initializeData,
  isInitialized,
  pathForServer,
  prepareHome,
  readConnectionDetails,
  SERVER_ENV,
  writePort,
} from './postgres-home.js';
import { folderSetting, isServerAlive, probe, runningServer, stopServer, urlOf } from './postmaster.js';
import { createDatabase, handOver } from './service-role.js';

const START_WITHIN_MS = 30_000;
const LOG_BYTES = 1_000_000;
const TAIL_LINES = 15;
// Temporary failures: the port was taken meanwhile, processes of a crashed server still exist, or another service's
// server just stopped.
const TRANSIENT_FAILURES = /already in use|is still in use|already exists/;

/** A running embedded PostgreSQL server. */
export interface EmbeddedPostgres {
  url: string;
  /** Whether it was already running and may be used by others. */
  wasAlreadyRunning: boolean;
  /** Whether its process is there; one that somebody else has stopped is not. */
  isAlive(): boolean;
  /** Shuts the server down and waits for it; may be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Folder for the server; made when missing. */
  dataDir: string;
  /** Further server settings. */
  settings?: Readonly<Record<string, string>>;
  /**
   * Leave the superuser as it is, and work as it: for tests and measurements, which do more with a server than the
   * service may.
   */
  asSuperuser?: boolean;
  log?: (line: string) => void;
}

/**
 * Starts the PostgreSQL that the npm package carries, or takes over the one that a killed parent left running.
 *
 * Started by root it runs as the owner of the data, at first nobody (uid and gid 65534). The data always lie in
 * `<dataDir>/data`, also where that account may not enter a folder above it: the server is then started inside the
 * folder and calls it `/proc/self/cwd` (Linux only). Password and port are in `<dataDir>/data/curbcut.json`, what the
 * server says in `<dataDir>/postgres.log`.
 *
 * The server outlives its parent and does not keep it alive. Programs of one machine on one folder share one server,
 * with the settings of the first; it stops for all with the first that stops, so a service holds its folder
 * (`holdFolder`). Folders must not be shared over machines or containers.
 * @throws Error with the end of the server's log when it does not start
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
  asSuperuser = false,
  log = () => {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = prepareHome(dataDir);
  const binaries = postgresBinaries(home);
  if (!isInitialized(home)) {
    log(`creating a database in ${home.data}`);
    await initializeData(binaries, home);
  }
  const found = await runningServer(home);
  if (found) log(`using the PostgreSQL already running on port ${found.port}`);
  const access = found ?? (await startServer(binaries, home, settings));
  if (!found) log(`PostgreSQL listens on port ${access.port}`);
  const details = await serviceAccess(home, access, found !== undefined, asSuperuser);
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(details, DATABASE),
    wasAlreadyRunning: found !== undefined,
    isAlive: () => isServerAlive(home),
    stop: () => (stopped ??= stopServer(home)),
  };
}

/** As whom the service works on its database, which is made where there is none. */
async function serviceAccess(
  home: Home,
  access: ConnectionDetails,
  wasRunning: boolean,
  asSuperuser: boolean,
): Promise<ConnectionDetails> {
  // The former release may be at work on a server that runs; it would not get in any more.
  const isOfFormer = wasRunning && access.user === undefined && access.servicePassword === undefined;
  if (!asSuperuser && !isOfFormer) return handOver(home, access.port);
  await createDatabase(access);
  return access;
}

async function startServer(
  binaries: string,
  home: Home,
  settings: EmbeddedPostgresOptions['settings'],
): Promise<ConnectionDetails> {
  const giveUp = performance.now() + START_WITHIN_MS;
  for (;;) {
    const kept = readConnectionDetails(home);
    const access = { ...kept, port: await freePort(kept.port) };
    if (access.port !== kept.port) writePort(home, access.port);
    const { child, logTail } = launch(binaries, home, access, settings);
    if (await becomesReady(child, home, access.port)) return access;
    // Another service has started a server on this folder; it is shared.
    const other = await runningServer(home);
    if (other) return other;
    const log = logTail();
    if (!TRANSIENT_FAILURES.test(log) || performance.now() > giveUp)
      throw new Error(`The embedded PostgreSQL did not start:\n${log}`);
    await delay(200);
  }
}

/** Starts the server process; `logTail` gives the end of its log. */
function launch(
  binaries: string,
  home: Home,
  { port }: ConnectionDetails,
  settings: EmbeddedPostgresOptions['settings'],
): { child: ChildProcess; logTail: () => string } {
  const { data, folder, account } = home;
  const options = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', ...settings };
  const assigned = [folderSetting(data), ...Object.entries(options)].flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const logFile = join(folder, 'postgres.log');
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES) renameSync(logFile, `${logFile}.old`);
  const start = size > LOG_BYTES ? 0 : size;
  // `O_NOFOLLOW`: when we run as root, the folder belongs to an account with fewer rights.
  const output = openSync(
    logFile,
    constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW,
    0o600,
  );
  if (account && start === 0) fchownSync(output, account.uid, account.gid);
  // In a process group of its own: Ctrl-C must not stop the server before the service has finished its work.
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', pathForServer(home, data), ...assigned], {
    ...account,
    cwd: data,
    env: SERVER_ENV,
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.unref();
  closeSync(output);
  let refused = '';
  child.once('error', (error) => (refused = error.message));
  const logTail = (): string =>
    `${readFileSync(logFile).subarray(start)}${refused}`.split('\n').slice(-TAIL_LINES).join('\n');
  return { child, logTail };
}

async function becomesReady(child: ChildProcess, home: Home, port: number): Promise<boolean> {
  let deadline = performance.now() + START_WITHIN_MS;
  do {
    await delay(25);
    // Another process may have handed the server over to the role of the service, so that the superuser is refused.
    const answer = await probe({ ...readConnectionDetails(home), port });
    if (answer === 'ready') return true;
    // Crash recovery may take arbitrarily long.
    if (answer === 'busy') deadline = performance.now() + START_WITHIN_MS;
    if (performance.now() > deadline) child.kill('SIGQUIT');
  } while (child.pid !== undefined && child.exitCode === null && child.signalCode === null);
  return false;
}

/** The wanted port of 127.0.0.1 where it is free, else any free one. */
async function freePort(preferred: number): Promise<number> {
  const tryPort = (port: number): Promise<number | undefined> =>
    new Promise((done) => {
      const probe = createServer();
      probe.once('error', () => done(undefined));
      probe.listen({ host: '127.0.0.1', port }, () => {
        const { port: found } = probe.address() as { port: number };
        probe.close(() => done(found));
      });
    });
  return (preferred ? await tryPort(preferred) : undefined) ?? (await tryPort(0))!;
}
