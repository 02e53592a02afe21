export { awaitServer, DatabaseAway } from './await-server.js';
export { type Columns, columnsOf } from './columns.js';
export { databaseOptions, standbyOptions } from './options.js';
export { PatientClient } from './patient-client.js';
export { migrate } from './migrate.js';
export { inTransaction, takeTurns, violates } from './transaction.js';
export { type ConstraintErrors, translateDatabaseError } from './translate.js';
