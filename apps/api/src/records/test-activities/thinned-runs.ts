import { query } from '#libs/database';
import { Conflict, DomainError, NotFound } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import type { ProductKey } from '../../products/products/product-key.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { IS_THINNED, NOTE_SEEN, REMOVE_THINNED, SEEN_UNTIL } from './thinned-runs.sql.js';

/** The run only repeated those before and after it, and is no longer kept. */
export class RunThinned extends DomainError {
  readonly kind = 'gone';
  readonly code = 'run_thinned';
  constructor() {
    super('The run is no longer stored, because it had the same results as the previous and the next run of its line.');
  }
}

/** Runs of its time that only repeated others are no longer kept, so what would be without it cannot be told. */
class RunTooOld extends Conflict {
  readonly code = 'run_too_old';
  constructor() {
    super(
      'The run cannot be deleted. It is too old: repeated runs of its period are no longer stored, so the state without the run is unknown.',
    );
  }
}

/** Why there is no test activity of this number. */
export async function activityMissing(
  tx: EntityManager,
  { organizationId, id }: ProductKey,
  number: number,
): Promise<NotFound | RunThinned> {
  const [found] = await query(tx, IS_THINNED, [organizationId, id, number]);
  return found!.isThinned ? new RunThinned() : new NotFound('test activity');
}

/**
 * Refuses to undo a run that thinning has judged others by. Call with `undoLock`.
 * @throws RunTooOld
 */
export async function requireUndoable(
  tx: EntityManager,
  { organizationId, id }: ProductKey,
  number: number,
): Promise<void> {
  const [found] = await query(tx, SEEN_UNTIL, [organizationId, id]);
  if (number <= (found!.seenUntil ?? 0)) throw new RunTooOld();
}

/** From now on nothing can be undone of what arrived before a moment. Call with `undoLock`. */
export async function noteSeen({ tx }: ChangeContext, { organizationId, id }: ProductKey, before: Date): Promise<void> {
  await query(tx, NOTE_SEEN, [organizationId, id, before]);
}

/**
 * Deletes runs that only repeat others; returns how many. Call with `undoLock`, which keeps the counts still, after
 * `noteSeen`.
 */
export async function removeThinned(
  { tx }: ChangeContext,
  { organizationId, id }: ProductKey,
  numbers: readonly number[],
): Promise<number> {
  const [removed] = await query(tx, REMOVE_THINNED, [organizationId, id, numbers]);
  return removed!.count;
}
