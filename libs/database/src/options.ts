import type { Client } from 'pg';
import type { DataSourceOptions, MixedList } from 'typeorm';
import { STATEMENT_TIMEOUT_MS } from './watchdog-client.js';
import { MigrationClient } from './migration-client.js';
import { PreparedStatementClient } from './prepared-statement-client.js';
import { SnakeNaming } from './snake-naming.js';

type Classes = MixedList<(new () => object) | string>;

/** Connection options of the service, the TypeORM CLI and the tests: with timeouts, without schema synchronization. */
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
    synchronize: false,
    namingStrategy: new SnakeNaming(),
    applicationName: 'curbcut',
    poolSize: options.poolSize,
    connectTimeoutMS: 3_000,
    extra: {
      Client: PreparedStatementClient,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: 5_000,
      // Limits how long a disconnected service can hold the locks of an open transaction.
      idle_in_transaction_session_timeout: 5_000,
      keepAlive: true,
      // Statements that do not wait for each other travel together.
      pipeline: true,
      // Without this listener the process would end if a connection breaks just as the pool hands it over.
      onConnect: (client: Client) => void client.on('error', () => {}),
      // Our statements take milliseconds; JIT compilation would take longer.
      options: '-c jit=off',
    },
  };
}

/**
 * Connection options for changes of the schema, which may take minutes on a large database. Each is a transaction of its own: what was
 * interrupted is rolled back, and the next start goes on from there.
 */
export function migrationOptions(options: Parameters<typeof databaseOptions>[0]): DataSourceOptions {
  const primary = databaseOptions(options);
  return {
    ...primary,
    migrationsTransactionMode: 'each',
    extra: { ...(primary.extra as object), Client: MigrationClient, statement_timeout: 0 },
  } as DataSourceOptions;
}

// A read that takes longer on a standby is repeated on the primary.
const STANDBY_TIMEOUT_MS = 5_000;

/** Connection options of a read-only standby, derived from those of the primary. */
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
      // Enforced by the client: a standby that hangs would not enforce `statement_timeout`.
      query_timeout: STANDBY_TIMEOUT_MS,
      options: '-c jit=off -c default_transaction_read_only=on',
    },
  } as DataSourceOptions;
}
