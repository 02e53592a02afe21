import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../events/record.js';
import { type Lock, rankOf } from './locks.js';

/** A change under way: one transaction, the events that it leaves and the products whose Grade it may change. */
export class Unit {
  readonly events: EventDraft[] = [];
  readonly touched = new Set<string>();
  readonly beforeCommitSteps: ((tx: EntityManager) => Promise<unknown>)[] = [];
  private readonly held = new Set<string>();
  private rank = 0;

  constructor(readonly tx: EntityManager) {}

  /**
   * Takes these locks in the order of all locks and holds them until the unit has ended; one that it holds already costs
   * nothing.
   * @throws Error where one is asked for after another that comes later in the order
   */
  async lock(...locks: readonly Lock[]): Promise<void> {
    for (const lock of [...locks].sort((a, b) => rankOf(a) - rankOf(b))) {
      const name = `${lock.kind} ${lock.name}`;
      if (this.held.has(name)) continue;
      if (rankOf(lock) < this.rank) throw new Error(`A lock of kind ${lock.kind} is taken too late.`);
      this.rank = rankOf(lock);
      await lock.take(this.tx);
      this.held.add(name);
    }
  }

  /** Leaves events; all of a unit are written in one statement, as its last. */
  record(...drafts: readonly EventDraft[]): void {
    this.events.push(...drafts);
  }

  /** Says that facts of these products have changed: their Grades are computed once, when all changes are done. */
  touch(...productIds: readonly string[]): void {
    for (const id of productIds) this.touched.add(id);
  }

  /** Says what is done when the events are written: for what changes events, those of this unit too. */
  beforeCommit(step: (tx: EntityManager) => Promise<unknown>): void {
    this.beforeCommitSteps.push(step);
  }
}
