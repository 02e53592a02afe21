import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationError, readSettings } from '#libs/config';
import { waitForServer, DatabaseUnreachable } from '#libs/database';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { createLogger } from '#libs/logging';
import { startUpMessage } from './start-up-message.js';
import { Readiness } from './health/readiness.js';
import { resolveSecretKey } from './secret-key.js';
import { prepareDatabase } from './prepare-database.js';
import { createApp } from './service.js';

/** How long a graceful shutdown may take before the process exits anyway. */
const STOP_WITHIN_MS = 20_000;
/** How long a stopping service still accepts requests, so that requests on their way are not lost. */
const DRAIN_MS = 1_000;
const CLOSE_IDLE_EVERY_MS = 100;
/** Longer than the idle timeout of load balancers (60 s), so that they close connections first. */
const KEEP_ALIVE_MS = 72_000;

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const log = createLogger(settings.logLevel);
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: join(settings.dataDir, 'postgres'), log: (line) => log.debug(line) });
  const databaseUrl = settings.databaseUrl ?? embedded!.url;
  await waitForServer(databaseUrl, (line) => log.warn(line));
  settings.secretKey = await resolveSecretKey(settings);
  if (!settings.secretKey) log.warn('no SECRET_KEY: second factors and secrets of webhooks cannot be stored');
  await prepareDatabase(databaseUrl, settings, (line) => log.warn(line));
  const app = await createApp(settings, databaseUrl, log);

  const stop = async (signal: string): Promise<void> => {
    log.info(`${signal}: finishing what is under way`);
    setTimeout(() => {
      log.error(`not finished after ${STOP_WITHIN_MS / 1_000} s: exiting anyway`);
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    process.once(signal, () => process.exit(1));
    app.get(Readiness).stopping = true;
    if (settings.worker !== 'only') await delay(DRAIN_MS);
    // Node closes the connections that are idle at this moment; one that gets idle later would stay for its whole timeout.
    const closing = setInterval(() => (app.getHttpServer() as Server).closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    await app.close();
    clearInterval(closing);
    await embedded?.stop();
    process.exit(0);
  };
  process.once('SIGTERM', (signal) => void stop(signal));
  process.once('SIGINT', (signal) => void stop(signal));

  if (settings.worker === 'only') {
    await app.init();
    log.info('Curbcut works on jobs only');
    return;
  }
  const server = (await app.listen(settings.port, settings.host)) as Server;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  if (process.stdout.isTTY) process.stdout.write(startUpMessage(settings));
  else log.info(`Curbcut answers at ${settings.publicUrl}; its documentation is at ${settings.publicUrl}/docs`);
}

main().catch((error: unknown) => {
  const text =
    error instanceof ConfigurationError || error instanceof DatabaseUnreachable
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
