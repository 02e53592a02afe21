import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError, readSettings } from '#libs/config';
import { DatabaseUnreachable, NewerSchema, OlderSchema, waitForServer } from '#libs/database';
import { keepRunning, startEmbeddedPostgres } from '#libs/embedded-postgres';
import { createLogger } from '#libs/logging';
import { startTracing } from '#libs/telemetry';
import { Readiness } from '../health/readiness.js';
import { faultOfPooler, faultOfServer, requireNone } from './check-database.js';
import { listenForHealth } from './health-listener.js';
import { prepareDatabase } from './prepare-database.js';
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
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  const own = { dataDir: join(settings.dataDir, 'postgres'), log: (line: string) => log.debug(line) };
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres(own);
  const databaseUrl = settings.databaseUrl ?? embedded!.url;
  const directUrl = settings.databaseDirectUrl ?? databaseUrl;
  await waitForServer(directUrl, (line) => log.warn(line));
  if (!embedded) await requireNone(faultOfServer(directUrl, settings));
  settings.secretKey = await resolveSecretKey(settings);
  if (!settings.secretKey) log.warn('no SECRET_KEY: second factors and secrets of webhooks cannot be stored');
  const addressProblem = addressWarning(settings);
  if (addressProblem) log.warn(addressProblem);
  if (settings.databasePooler) await waitForServer(databaseUrl, (line) => log.warn(line));
  await prepareDatabase(directUrl, settings, (line) => log.warn(line));
  if (settings.databasePooler) await requireNone(faultOfPooler(databaseUrl, settings.databasePooler));
  const stopTracing = await startTracing(settings.tracing, log);
  const app = await createApp(settings, databaseUrl, log);

  const stop = async (reason: string, exitCode = 0): Promise<void> => {
    log[exitCode === 0 ? 'info' : 'fatal'](`${reason}: finishing what is under way`);
    stopWatching?.();
    setTimeout(() => {
      log.error(`not finished after ${STOP_WITHIN_MS / 1_000} s: exiting anyway`);
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    for (const signal of SIGNALS) process.removeAllListeners(signal).once(signal, () => process.exit(1));
    app.get(Readiness).stopping = true;
    if (settings.worker !== 'only') await delay(DRAIN_MS);
    // Node closes the connections that are idle at this moment; one that gets idle later would stay for its whole timeout.
    const closing = setInterval(() => (app.getHttpServer() as Server).closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    await app.close();
    clearInterval(closing);
    await stopTracing();
    await embedded?.stop();
    process.exit(exitCode);
  };
  for (const signal of SIGNALS) process.once(signal, () => void stop(signal));
  const onLost = (): void => void stop('the embedded PostgreSQL does not start any more', 1);
  const stopWatching = embedded && keepRunning(embedded, own, { log: (line) => log.error(line), onLost });

  if (settings.worker === 'only') {
    await app.init();
    log.info('Curbcut works on jobs only');
    return;
  }
  const server = (await app.listen(settings.port, settings.host)) as Server;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listenForHealth(app, settings);
  if (process.stdout.isTTY) process.stdout.write(startUpMessage(settings));
  else log.info(`Curbcut answers at ${settings.publicUrl}; its documentation is at ${settings.publicUrl}/docs`);
}

await main().catch((error: unknown) => {
  const text =
    error instanceof ConfigurationError ||
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
