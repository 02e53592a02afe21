import { TemporarilyUnavailable } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { plannedForValues } from './plan-mode.js';
import { sqlState } from './transaction.js';

const CANCELED = '57014';

/**
 * Runs reads in a transaction of their own, in which a statement may take so many milliseconds and is planned for its
 * values.
 * @throws TemporarilyUnavailable where one took longer
 */
export async function withinTime<T>(
  manager: EntityManager,
  timeoutMs: number,
  read: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  try {
    return await manager.transaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
      return await plannedForValues(() => read(tx));
    });
  } catch (error) {
    if (sqlState(error) === CANCELED) throw new TemporarilyUnavailable(error);
    throw error;
  }
}
