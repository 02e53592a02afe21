import type { Settings } from '#libs/config';
import { databaseOptions, migrate } from '#libs/database';
import { migrateJobs } from '#libs/jobs';
import { type Logger, nestLogger } from '#libs/logging';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';
import { ENTITIES } from './entities.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { seed } from './seed.js';

/** Brings a database up to date: schema, job queue, built-in data. Replicas may do so at once. */
export async function prepareDatabase(url: string): Promise<void> {
  const database = await new DataSource(
    databaseOptions({ url, poolSize: 2, entities: ENTITIES, migrations: MIGRATIONS }),
  ).initialize();
  try {
    await migrate(database, url, async () => {
      await migrateJobs(url);
      await seed(database);
    });
  } finally {
    await database.destroy();
  }
}

/** The application on a prepared database, not yet listening. */
export async function createApp(settings: Settings, databaseUrl: string, log: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings, databaseUrl), {
    bodyParser: false,
    logger: nestLogger(log),
    abortOnError: false,
  });
  await configureApp(app, settings, log);
  return app;
}
