import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '#libs/config';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { createLogger } from '#libs/logging';
import { buildOpenApiDocument } from './openapi.js';
import { createApp } from './service.js';

/** Writes `openapi.json`, the committed document that the frontend's client is made from. */
const settings = readSettings({ ...process.env, WORKER: 'off' });
const embedded = settings.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: join(settings.dataDir, 'postgres') });
const app = await createApp(settings, settings.databaseUrl ?? embedded!.url, createLogger('silent'));
writeFileSync('openapi.json', `${JSON.stringify(buildOpenApiDocument(app), null, 2)}\n`);
await app.close();
await embedded?.stop();
