import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../events/event-draft.js';
import type { KeptCount } from './counts.js';
import { type Lock, rankOf } from './locks.js';
import type { Notice } from './notice.js';

/** A running change: its transaction, its events, the counts it changes, and the products whose Grade it may affect. */
export class ChangeContext {
  readonly events: EventDraft[] = [];
  readonly toRegrade = new Map<string, Set<string>>();
  readonly counts = new Map<string, Map<KeptCount, object[]>>();
  /** The issues that are made, by organization. */
  readonly issuesMade = new Map<string, string[]>();
  readonly notices: Notice[] = [];
  readonly beforeCommitSteps: ((tx: EntityManager) => Promise<unknown>)[] = [];
  private readonly heldLocks = new Set<string>();
  private rank = 0;

  constructor(readonly tx: EntityManager) {}

  /**
   * Takes these locks in LOCK_ORDER, those of one kind in the order of their names, and holds them until the unit ends;
   * locks that are already held are skipped.
   * @throws Error if a lock is requested after one that is later in the order
   */
  async lock(...locks: readonly Lock[]): Promise<void> {
    for (const lock of [...locks].sort(byOrder)) {
      const name = `${lock.kind} ${lock.name}`;
      if (this.heldLocks.has(name)) continue;
      if (rankOf(lock) < this.rank) throw new Error(`A lock of kind ${lock.kind} is taken too late.`);
      this.rank = rankOf(lock);
      await lock.take(this.tx);
      this.heldLocks.add(name);
    }
  }

  /** Adds events; all events of a unit are written in one statement at its end. */
  record(...drafts: readonly EventDraft[]): void {
    this.events.push(...drafts);
  }

  /** Notes issues that are made: each is told to webhooks, whatever the event says of them. */
  noteIssuesMade(organizationId: string, ids: readonly string[]): void {
    this.issuesMade.set(organizationId, [...(this.issuesMade.get(organizationId) ?? []), ...ids]);
  }

  /** Has people told of this, by a job. */
  tell(...notices: readonly Notice[]): void {
    this.notices.push(...notices);
  }

  /** Marks products whose facts have changed: their Grades are recomputed once, at the end of the unit. */
  regradeAfterwards(...products: readonly { organizationId: string; id: string }[]): void {
    for (const { organizationId, id } of products)
      this.toRegrade.set(organizationId, (this.toRegrade.get(organizationId) ?? new Set()).add(id));
  }

  /**
   * Changes a kept count of an organization; all counts are stored together at the end of the unit. Products of one
   * that the Grade is computed from are marked.
   */
  count<Change extends { productId: string }>(
    count: KeptCount<Change>,
    organizationId: string,
    changes: readonly Change[],
  ): void {
    if (changes.length === 0) return;
    const counts = this.counts.get(organizationId) ?? new Map<KeptCount, object[]>();
    const before = counts.get(count as KeptCount) ?? [];
    this.counts.set(organizationId, counts.set(count as KeptCount, [...before, ...changes]));
    if (count.purge) this.regradeAfterwards(...changes.map(({ productId }) => ({ organizationId, id: productId })));
  }

  /** The products that it has events of, or marks. */
  products(): ReadonlySet<string> {
    const ofEvents = this.events.flatMap(({ productId }) => productId ?? []);
    return new Set([...ofEvents, ...[...this.toRegrade.values()].flatMap((ids) => [...ids])]);
  }

  /** Registers a step that runs after the events are written, for changes of events. */
  beforeCommit(step: (tx: EntityManager) => Promise<unknown>): void {
    this.beforeCommitSteps.push(step);
  }
}

const byOrder = (a: Lock, b: Lock): number => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1);
