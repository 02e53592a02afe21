import { type DomainError, InvalidInput, NotFound, TemporarilyUnavailable } from '#libs/errors';
import { EntityNotFoundError } from 'typeorm';
import { isStillReferenced, sqlState, violatedConstraint } from './transaction.js';

/**
 * The name of a constraint, and the error that words its violation; `value` is that of its last column, where known.
 */
export type ConstraintErrors = Readonly<Record<string, (value?: string) => DomainError>>;

// SQLSTATEs of faulty input, and of an unavailable server.
const FAULTY_INPUT = /^(22021|22P02|22P05|22003|22007|22008|22009|2201X|54001|22001)$/;
const UNAVAILABLE =
  /^(08\w{3}|57P0\d|57014|25006|55P03|53\w{3}|58030|40P01|40001|25P03|ECONN\w+|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)(UNREACH|DOWN))$/;
// TypeORM releases a query runner whose connection broke between two statements. Citus gives no SQLSTATE where another
// machine is lost amid a transaction.
const LOST_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|query runner (was )?already released|^failure on connection marked as essential|^could not connect to any active placements/i;

// `Key (product_id, audit_id)=(…, …) is not present in table "audits".`
const LAST_VALUE = /=\((?:.*, )?([^,]*)\) is not present/;

/** Whether a statement failed because its server, or a machine behind that, cannot be reached now. */
export const isUnavailable = (error: unknown): boolean =>
  UNAVAILABLE.test(sqlState(error) ?? '') ||
  LOST_CONNECTION.test((error as { message?: string } | null)?.message ?? '');

/**
 * Translates database errors into domain errors; undefined for unexpected ones. Those are violations of constraints
 * that nobody has worded, and records that others still refer to: whoever deletes a record clears that first.
 */
export function translateDatabaseError(error: unknown, constraints: ConstraintErrors): DomainError | undefined {
  if (isUnavailable(error)) return new TemporarilyUnavailable();
  if (FAULTY_INPUT.test(sqlState(error) ?? '')) {
    return new InvalidInput([{ path: '', code: 'malformed', message: 'A value of the request cannot be stored.' }]);
  }
  const { detail = '' } = (error as { driverError?: { detail?: string } } | null)?.driverError ?? {};
  const constraint = violatedConstraint(error);
  if (constraint && !isStillReferenced(error)) return constraints[constraint]?.(LAST_VALUE.exec(detail)?.[1]);
  // The record was deleted between the check and the change.
  if (error instanceof EntityNotFoundError) return new NotFound();
  return undefined;
}
