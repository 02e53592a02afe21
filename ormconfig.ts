import { migrationOptions } from '#libs/database';
import { DataSource } from 'typeorm';
import { ENTITIES } from './apps/api/src/service/app/entities.js';
import { MIGRATIONS } from './apps/api/src/platform/migrations/migrations.js';

/** For the TypeORM CLI; `DATABASE_URL` names the database. */
export default new DataSource(
  migrationOptions({ url: process.env['DATABASE_URL'] ?? '', poolSize: 2, entities: ENTITIES, migrations: MIGRATIONS }),
);
