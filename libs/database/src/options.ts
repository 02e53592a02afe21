import type { DataSourceOptions, MixedList } from 'typeorm';
import { PatientClient, STATEMENT_TIMEOUT_MS } from './patient-client.js';
import { SnakeNaming } from './snake-naming.js';

type Classes = MixedList<(new () => object) | string>;

/** How the service, the TypeORM CLI and the tests connect: time limits on everything, nothing synchronized. */
export function databaseOptions(options: {
  url: string;
  poolSize: number;
  entities: Classes;
  migrations: Classes;
}): DataSourceOptions {
  return {
    type: 'postgres',
    url: options.url,
    entities: options.entities as never,
    migrations: options.migrations as never,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'all',
    synchronize: false,
    namingStrategy: new SnakeNaming(),
    applicationName: 'curbcut',
    poolSize: options.poolSize,
    connectTimeoutMS: 3_000,
    extra: {
      Client: PatientClient,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: 5_000,
      // A service that was cut off in the middle of a transaction holds its locks no longer than this.
      idle_in_transaction_session_timeout: 5_000,
      keepAlive: true,
      // Our statements run for milliseconds; compiling them would take longer than they do.
      options: '-c jit=off',
    },
  };
}
