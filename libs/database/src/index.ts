export { waitForServer, DatabaseUnreachable } from './wait-for-server.js';
export { type Columns, columnsOf } from './columns.js';
export { databaseOptions, migrationOptions, standbyOptions } from './options.js';
export { WatchdogClient } from './watchdog-client.js';
export { queryTogether, type Statement } from './query-together.js';
export { joined, type SharedWrite } from './shared-statement.js';
export { migrate, withMigrationLock } from './migrate.js';
export { inTransaction, takeAdvisoryLock, takeSharedAdvisoryLock, violates } from './transaction.js';
export { type ConstraintErrors, translateDatabaseError } from './translate.js';
