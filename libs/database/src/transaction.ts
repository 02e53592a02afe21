import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';

// Deadlock and serialization failure: the whole transaction must be retried.
const TRY_AGAIN = new Set(['40P01', '40001']);
const ATTEMPTS = 3;
// `Key (product_id, id)=(…, …) is still referenced from table "issues".`
const STILL_REFERENCED = /\) is still referenced from table/;

/**
 * Runs the work in one transaction. Retries it after a deadlock or serialization failure, if it deletes a record that
 * others have begun to refer to meanwhile, or if it violates one of the `retriedConstraints`, which only a lost race
 * can violate. The work must have no side effects outside of the transaction.
 */
export async function inTransaction<T>(
  database: DataSource,
  work: (tx: EntityManager) => Promise<T>,
  retriedConstraints: readonly string[] = [],
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      const again =
        TRY_AGAIN.has(sqlState(error) ?? '') ||
        isStillReferenced(error) ||
        retriedConstraints.some((constraint) => violates(error, constraint));
      if (attempt >= ATTEMPTS || !again) throw error;
      await delay(attempt * 20 * (1 + Math.random()));
    }
  }
}

/** Takes a transaction-level advisory lock on this key, which serializes transactions until their end. */
export async function takeAdvisoryLock(tx: EntityManager, ...key: string[]): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key.join(' ')]);
}

/** The same, which transactions that take it so may hold together. */
export async function takeSharedAdvisoryLock(tx: EntityManager, ...key: string[]): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [key.join(' ')]);
}

/** The SQLSTATE of a failed statement, if the error came from PostgreSQL. */
export function sqlState(error: unknown): string | undefined {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  const state = driverError?.code ?? code;
  return typeof state === 'string' ? state : undefined;
}

/** Whether a statement failed because it would have removed a row that others refer to. */
export const isStillReferenced = (error: unknown): boolean =>
  STILL_REFERENCED.test((error as { driverError?: { detail?: string } } | null)?.driverError?.detail ?? '');

/** Whether a statement failed because it would have violated this constraint or unique index. */
export const violates = (error: unknown, constraint: string): boolean => violatedConstraint(error) === constraint;

// Where a table is spread over machines, each part of it adds its number to the names of constraints.
const NAMED = / violates (?:unique|foreign key|check) constraint "([^"]+)"/;
const NUMBER_OF_PART = /_\d{6,}$/;

/** The name of the constraint or unique index that a failed statement would have violated. */
export function violatedConstraint(error: unknown): string | undefined {
  const { driverError } = (error ?? {}) as { driverError?: { constraint?: string; message?: string } };
  // Another machine passes on no more than the words of the error.
  const name = driverError?.constraint ?? NAMED.exec(driverError?.message ?? '')?.[1];
  return name?.replace(NUMBER_OF_PART, '');
}
