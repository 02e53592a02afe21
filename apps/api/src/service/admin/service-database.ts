import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError, Settings } from '#libs/config';
import { databaseOptions } from '#libs/database';
import { processServing, startEmbeddedPostgres } from '#libs/embedded-postgres';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../app/entities.js';
import { MIGRATIONS } from '../../platform/migrations/migrations.js';

/**
 * Works on the database of the service, past a pooler. An embedded server that does not run is started, and stopped
 * again afterwards.
 * @param isMade whether an embedded database is made where there is none
 * @throws ConfigurationError where there is none
 */
export async function withDatabaseUrl<T>(
  { databaseUrl, databaseDirectUrl, dataDir }: Settings,
  work: (url: string) => Promise<T>,
  isMade = false,
): Promise<T> {
  if (databaseUrl) return work(databaseDirectUrl ?? databaseUrl);
  const folder = join(dataDir, 'postgres');
  // A mistaken folder must not become a new, empty database.
  if (!isMade && !existsSync(join(folder, 'data')))
    throw new ConfigurationError([`DATA_DIR: there is no database in ${dataDir}`]);
  const embedded = await startEmbeddedPostgres({ dataDir: folder });
  try {
    return await work(embedded.url);
  } finally {
    // The one that was running, or that a service has begun to work on meanwhile, is the service's.
    if (!embedded.wasAlreadyRunning && (await processServing(dataDir)) === undefined) await embedded.stop();
  }
}

/** The same with the entities of the service, on one connection. */
export const withDatabase = <T>(settings: Settings, work: (database: DataSource) => Promise<T>): Promise<T> =>
  withDatabaseUrl(settings, async (url) => {
    const database = await new DataSource(
      databaseOptions({ url, poolSize: 1, entities: ENTITIES, migrations: MIGRATIONS }),
    ).initialize();
    try {
      return await work(database);
    } finally {
      await database.destroy();
    }
  });

/**
 * The same with the whole application: its services, and what modules have registered with each other. It works on no
 * jobs.
 */
export const withApplication = <T>(
  settings: Settings,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> =>
  withDatabaseUrl(settings, async (url) => {
    // Loaded only where it is used: it takes longer than most commands.
    const [{ NestFactory }, { AppModule }] = await Promise.all([
      import('@nestjs/core'),
      import('../app/app.module.js'),
    ]);
    const module = AppModule.with(
      Object.assign(new Settings(), settings, { worker: 'off', databasePooler: undefined }),
      url,
    );
    const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  });
