import { STATEMENT_TIMEOUT_MS } from './watchdog-client.js';

/** The timeouts of the service's connections, in milliseconds. */
export const TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: 5_000,
  // Limits how long a disconnected service can hold the locks of an open transaction.
  idle_in_transaction_session_timeout: 5_000,
};

/** Our statements take milliseconds; JIT compilation would take longer. */
export const NO_JIT = '-c jit=off';

/**
 * Lifts the timeout of statements, also where the role has one for its own: the driver does not send a 0 of
 * `statement_timeout`.
 */
export const NO_STATEMENT_TIMEOUT = '-c statement_timeout=0';

/** The `options` of connections that wait as long as it takes: for jobs, the lock of migrations, and backups. */
export const PATIENT = `${NO_STATEMENT_TIMEOUT} -c lock_timeout=0 -c idle_in_transaction_session_timeout=0`;
