import type { Settings } from '#libs/config';
import { type Logger, nestLogger } from '#libs/logging';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { EndpointAdapter } from '../../platform/http/endpoint-adapter.js';
import type { ThisProcess } from '../../platform/work/this-process.js';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';

/** The application on a prepared database, not yet listening. */
export async function createApp(
  settings: Settings,
  databaseUrl: string,
  log: Logger,
  self?: ThisProcess,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(settings, databaseUrl, self),
    new EndpointAdapter(),
    {
      bodyParser: false,
      logger: nestLogger(log),
      abortOnError: false,
    },
  );
  await configureApp(app, settings, log);
  return app;
}
