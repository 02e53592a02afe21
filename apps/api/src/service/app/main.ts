import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError, packageVersion, readSettings, type Settings } from '#libs/config';
import { DatabaseUnreachable, NewerSchema, OlderSchema, waitForServer } from '#libs/database';
import {
  type EmbeddedPostgres,
  FolderIsServed,
  holdFolder,
  keepRunning,
  startEmbeddedPostgres,
} from '#libs/embedded-postgres';
import { createLogger, type Logger } from '#libs/logging';
import { startTracing } from '#libs/telemetry';
import { DataSource } from 'typeorm';
import { Readiness } from '../health/readiness.js';
import { Claims } from '../../integrations/monitors/agents/claims.service.js';
import { ThisProcess } from '../../platform/work/this-process.js';
import { faultOfPooler, faultOfServer, requireNone } from './check-database.js';
import { listenForHealth } from './health-listener.js';
import { type OwnAgent, type Ports, startOwnAgent } from './own-agent.js';
import { retryPreparation } from './retry-preparation.js';
import { prepareDatabase } from './prepare-database.js';
import { PortTaken, requireFreePort } from './require-free-port.js';
import { resolveSecretKey } from './secret-key.js';
import { createApp } from './service.js';
import { addressWarning, startUpMessage } from './start-up-message.js';

/** How long a graceful shutdown may take before the process exits anyway. */
const STOP_WITHIN_MS = 20_000;
/** How long a stopping service still accepts requests, so that requests on their way are not lost. */
const DRAIN_MS = 1_000;
const CLOSE_IDLE_EVERY_MS = 100;
/** Longer than the idle timeout of load balancers (60 s), so that they close connections first. */
const KEEP_ALIVE_MS = 72_000;
/** Has an agent run beside the service: `npm start` does. */
const WITH_AGENT = '--with-agent';
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  log.info(`starting Curbcut ${packageVersion()} on Node.js ${process.version}`);
  if (settings.worker !== 'only') await requireFreePort(settings);
  const embedded = settings.databaseUrl ? undefined : await serveFolder(settings, log);
  const stopDatabase = async (): Promise<void> => embedded?.stop();
  onSignals((signal) => void endBeforeStart(signal, stopDatabase));
  try {
    await serve(settings, log, await embedded?.server, stopDatabase);
  } catch (error) {
    await stopDatabase();
    throw error;
  }
}

/** Holds the folder of the embedded database and starts that; `stop` ends it also where it is still starting. */
async function serveFolder(settings: Settings, log: Logger) {
  const held = await holdFolder(settings.dataDir);
  if (!held)
    log.warn(`a socket cannot be created in ${settings.dataDir}: check that no second service uses this folder`);
  const server = startEmbeddedPostgres(ownDatabase(settings, log));
  server.catch(() => {});
  return {
    server,
    stop: async () => {
      await (await server.catch(() => undefined))?.stop();
      held?.release();
    },
  };
}

const ownDatabase = ({ dataDir }: Settings, log: Logger) => ({
  dataDir: join(dataDir, 'postgres'),
  log: (line: string) => log.debug(line),
});

function onSignals(act: (signal: NodeJS.Signals) => void): void {
  for (const signal of SIGNALS) process.removeAllListeners(signal).once(signal, () => act(signal));
}

/** A database of its own must not outlive a service that is stopped before it serves. */
async function endBeforeStart(signal: NodeJS.Signals, stopDatabase: () => Promise<void>): Promise<void> {
  onSignals(() => process.exit(1));
  await stopDatabase();
  process.exit(128 + constants.signals[signal]);
}

async function serve(
  settings: Settings,
  log: Logger,
  embedded: EmbeddedPostgres | undefined,
  stopDatabase: () => Promise<void>,
): Promise<void> {
  const databaseUrl = settings.databaseUrl ?? embedded!.url;
  const directUrl = settings.databaseDirectUrl ?? databaseUrl;
  await waitForServer(directUrl, (line) => log.warn(line));
  if (!embedded) await requireNone(faultOfServer(directUrl, settings));
  settings.secretKey = await resolveSecretKey(settings);
  if (!settings.secretKey) log.warn('no SECRET_KEY: second factors and webhook secrets cannot be stored');
  const addressProblem = addressWarning(settings);
  if (addressProblem) log.warn(addressProblem);
  if (settings.databasePooler) await waitForServer(databaseUrl, (line) => log.warn(line));
  const self = new ThisProcess(settings);
  const logLines = { info: (line: string) => log.info(line), warn: (line: string) => log.warn(line) };
  const prepare = (): Promise<string[]> => prepareDatabase(directUrl, settings, logLines, self);
  const waiting = await prepare();
  if (settings.databasePooler) await requireNone(faultOfPooler(databaseUrl, settings.databasePooler));
  const stopTracing = await startTracing(settings.tracing, log);
  const app = await createApp(settings, databaseUrl, log, self);
  const stopPreparing = retryPreparation(waiting, app.get(Readiness), prepare, logLines.warn);

  let ownAgent: OwnAgent | undefined;
  const stop = async (reason: string, exitCode = 0): Promise<void> => {
    log[exitCode === 0 ? 'info' : 'fatal'](`${reason}: finishing work in progress`);
    stopWatching?.();
    stopPreparing();
    setTimeout(() => {
      log.error(`not finished after ${STOP_WITHIN_MS / 1_000} s: exiting anyway`);
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    onSignals(() => process.exit(1));
    app.get(Readiness).stopping = true;
    app.get(Claims).endWaiting();
    await Promise.all([settings.worker === 'only' ? undefined : delay(DRAIN_MS), ownAgent?.stop()]);
    // Node closes the connections that are idle at this moment; one that gets idle later would stay for its whole
    // timeout.
    const closing = setInterval(() => (app.getHttpServer() as Server).closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    await app.close();
    clearInterval(closing);
    await stopTracing();
    await stopDatabase();
    process.exit(exitCode);
  };
  onSignals((signal) => void stop(signal));
  const onLost = (): void => void stop('the embedded PostgreSQL no longer starts', 1);
  const stopWatching =
    embedded && keepRunning(embedded, ownDatabase(settings, log), { log: (line) => log.error(line), onLost });

  if (settings.worker === 'only') {
    await app.init();
    await listenForHealth(app, settings).catch((error: Error) => {
      if (settings.hasHealthPort) throw error;
      log.warn(`the health of this process cannot be read (${error.message}): set a separate HEALTH_PORT`);
    });
    log.info('Curbcut runs jobs only');
    return;
  }
  const server = (await app.listen(settings.port, settings.host)) as Server;
  // Never beside a database of others, whose network it would be in.
  if (embedded && settings.ownAgent === 'on' && process.argv.includes(WITH_AGENT))
    ownAgent = await startOwnAgent(settings, portsOf(server, embedded, settings), app.get(DataSource), log);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listenForHealth(app, settings);
  if (process.stdout.isTTY) process.stdout.write(startUpMessage(settings));
  else log.info(`Curbcut is running at ${settings.publicUrl}; its documentation is at ${settings.publicUrl}/docs`);
}

/** Where the service answers, and what else of it does. */
const portsOf = (server: Server, { url }: EmbeddedPostgres, { hasHealthPort, healthPort }: Settings): Ports => ({
  service: (server.address() as AddressInfo).port,
  others: [Number(new URL(url).port), ...(hasHealthPort && healthPort ? [healthPort] : [])],
});

await main().catch((error: unknown) => {
  const text =
    error instanceof ConfigurationError ||
    error instanceof FolderIsServed ||
    error instanceof PortTaken ||
    error instanceof DatabaseUnreachable ||
    error instanceof NewerSchema ||
    error instanceof OlderSchema
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
