import type { EntityManager } from 'typeorm';
import type { ChangeContext } from './change-context.js';
import type { UnitOfWork } from './unit-of-work.service.js';

/** Not a failure: rolls back a unit that is only tried. */
class Tried extends Error {
  constructor(readonly result: unknown) {
    super('only tried');
  }
}

/** Runs a unit of work; where it is only tried, nothing of it is kept, and the result is what it would have been. */
export async function runOrTry<T>(
  unitOfWork: UnitOfWork,
  isTried: boolean,
  work: (change: ChangeContext) => Promise<T>,
  retriedConstraints: readonly string[] = [],
): Promise<T> {
  try {
    return await unitOfWork.run(async (change) => {
      const result = await work(change);
      if (isTried) throw new Tried(result);
      return result;
    }, retriedConstraints);
  } catch (error) {
    if (error instanceof Tried) return error.result as T;
    throw error;
  }
}

/**
 * Runs a unit of work of which nothing is kept.
 * @returns what is read after it, when counts and Grades are stored, beside its result
 */
export async function tryAndRead<T, R>(
  unitOfWork: UnitOfWork,
  work: (change: ChangeContext) => Promise<T>,
  read: (tx: EntityManager) => Promise<R>,
): Promise<{ result: T; found: R }> {
  try {
    await unitOfWork.run(async (change) => {
      const result = await work(change);
      change.beforeCommit(async (tx) => {
        throw new Tried({ result, found: await read(tx) });
      });
    });
  } catch (error) {
    if (error instanceof Tried) return error.result as { result: T; found: R };
    throw error;
  }
  throw new Error('A unit that was only tried has been kept.');
}
