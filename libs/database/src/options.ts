import type { Client } from 'pg';
import type { DataSourceOptions, MixedList } from 'typeorm';
import { STATEMENT_TIMEOUT_MS } from './watchdog-client.js';
import { PreparedStatementClient } from './prepared-statement-client.js';
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
      Client: PreparedStatementClient,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: 5_000,
      // A service that was cut off in the middle of a transaction holds its locks no longer than this.
      idle_in_transaction_session_timeout: 5_000,
      keepAlive: true,
      // A connection that breaks just as the pool hands it over has no other listener, and such an error ends the process.
      onConnect: (client: Client) => void client.on('error', () => {}),
      // Our statements run for milliseconds; compiling them would take longer than they do.
      options: '-c jit=off',
    },
  };
}

// A list that takes longer there is read from the primary.
const STANDBY_TIMEOUT_MS = 5_000;

/** How to read from a standby of a database: with its pool and limits, but never a write. */
export function standbyOptions(primary: DataSourceOptions, url: string): DataSourceOptions {
  return {
    ...primary,
    type: 'postgres',
    url,
    migrations: [],
    installExtensions: false,
    applicationName: 'curbcut-lists',
    extra: {
      ...(primary.extra as object),
      statement_timeout: STANDBY_TIMEOUT_MS,
      // Kept by us: a standby that hangs would not keep the one above.
      query_timeout: STANDBY_TIMEOUT_MS,
      options: '-c jit=off -c default_transaction_read_only=on',
    },
  } as DataSourceOptions;
}
