import type { Client } from 'pg';
import type { DataSourceOptions, MixedList } from 'typeorm';
import { MigrationClient } from './migration-client.js';
import { PreparedStatementClient } from './prepared-statement-client.js';
import { NO_JIT, NO_STATEMENT_TIMEOUT, TIMEOUTS } from './session-settings.js';
import { SnakeNaming } from './snake-naming.js';

type Classes = MixedList<(new () => object) | string>;

/**
 * A pooler between the service and the server, which gives each transaction any of its connections: nothing of a
 * session lasts.
 */
interface Pooler {
  /** It keeps named statements for whoever has named them. */
  keepsStatements: boolean;
}

/**
 * Connection options of the service, the TypeORM CLI and the tests: with timeouts, without schema synchronization.
 * Behind a pooler, which takes no options, the timeouts are those of the role (`settleRole`).
 */
export function databaseOptions(options: {
  url: string;
  poolSize: number;
  entities: Classes;
  migrations: Classes;
  pooler?: Pooler;
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
      ...(options.pooler ? { namesStatements: options.pooler.keepsStatements } : { ...TIMEOUTS, options: NO_JIT }),
      keepAlive: true,
      // Statements that do not wait for each other travel together.
      pipeline: true,
      // Without this listener the process would end if a connection breaks just as the pool hands it over.
      onConnect: (client: Client) => void client.on('error', () => {}),
    },
  };
}

/**
 * Connection options for changes of the schema, which may take minutes on a large database. Each is a transaction of
 * its own: what was interrupted is rolled back, and the next start goes on from there.
 */
export function migrationOptions(options: Parameters<typeof databaseOptions>[0]): DataSourceOptions {
  const primary = databaseOptions(options);
  return {
    ...primary,
    migrationsTransactionMode: 'each',
    extra: {
      ...(primary.extra as object),
      Client: MigrationClient,
      statement_timeout: 0,
      options: `${NO_JIT} ${NO_STATEMENT_TIMEOUT}`,
    },
  } as DataSourceOptions;
}

// A read that takes longer on a standby is repeated on the primary.
const STANDBY_TIMEOUT_MS = 5_000;

/** Connection options of a read-only standby, derived from those of the primary, with or without a pooler as there. */
export function standbyOptions(primary: DataSourceOptions, url: string): DataSourceOptions {
  const extra = primary.extra as { options?: string };
  return {
    ...primary,
    type: 'postgres',
    url,
    migrations: [],
    installExtensions: false,
    applicationName: 'curbcut-lists',
    extra: {
      ...extra,
      // Enforced by the client: a standby that hangs would not enforce `statement_timeout`.
      query_timeout: STANDBY_TIMEOUT_MS,
      ...(extra.options && {
        statement_timeout: STANDBY_TIMEOUT_MS,
        options: `${NO_JIT} -c default_transaction_read_only=on`,
      }),
    },
  } as DataSourceOptions;
}
