import { AsyncLocalStorage } from 'node:async_hooks';
import { inTransaction, type Statement } from '#libs/database';
import { currentRequest } from '#libs/logging';
import { Injectable, Optional } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { EventDraft } from '../events/event-draft.js';
import type { EventSubscriber } from '../events/event-subscriber.js';
import { eventsNow, logEvents, type NewEvent, recordEach, recordOnce, recordPersonal } from '../events/record.js';
import { ChangeContext } from './change-context.js';
import { type CountChanges, storing } from './counts.js';
import { ReadOnlyMode } from './read-only.service.js';
import type { Notice } from './notice.js';

/**
 * Locks the Grades of these products of an organization, among them all whose counts for the Grade changed, stores
 * `counts` with the lock, and computes the Grades anew. Returns what stores them, and whom it concerns that some are
 * worse.
 */
type Regrade = (
  tx: EntityManager,
  organizationId: string,
  productIds: readonly string[],
  counts: CountChanges,
) => Promise<{ store: Statement[]; notices: Notice[] }>;

/** Queues that people are told of these, once the transaction is committed. */
type Notifier = (tx: EntityManager, notices: readonly Notice[]) => Promise<void>;

/** Events that have happened, and are not written yet. */
export type LateEvents = readonly NewEvent[];

/**
 * Runs every change of records as a unit: atomically, together with its events, the counts of records and the
 * recomputed Grades.
 */
@Injectable()
export class UnitOfWork {
  private readonly current = new AsyncLocalStorage<true>();
  private regrade: Regrade | undefined;
  private readonly subscribers: EventSubscriber[] = [];
  private notifier: Notifier | undefined;
  private readonly listeners: ((productIds: ReadonlySet<string>) => void)[] = [];

  /** @param readOnly absent for commands of the operator, which write even then */
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Optional() private readonly readOnly?: ReadOnlyMode,
  ) {}

  /** Registers the function that recomputes the Grades of marked products. */
  regradeWith(regrade: Regrade): void {
    this.regrade = regrade;
  }

  /**
   * Registers what this process forgets of products when a change is committed that has events of them, or marks them.
   */
  onCommitted(listener: (productIds: ReadonlySet<string>) => void): void {
    this.listeners.push(listener);
  }

  /** Registers what queues that people are told. */
  notifyBy(notifier: Notifier): void {
    this.notifier = notifier;
  }

  /** Registers something that follows from the events of an organization. */
  onRecorded<A>(subscriber: EventSubscriber<A>): void {
    this.subscribers.push(subscriber as EventSubscriber);
  }

  /**
   * Runs a change in one transaction, stores the counts it changed, computes the Grades of the products it marked, and
   * writes its events. Runs it again after a deadlock, or where it violates one of `retriedConstraints`: those that
   * only what changed since it was read can violate. Therefore a change must have no side effects outside of the
   * transaction, and keep no state between attempts.
   * @throws ReadOnly
   */
  run<T>(change: (context: ChangeContext) => Promise<T>, retriedConstraints: readonly string[] = []): Promise<T> {
    if (this.current.getStore()) throw new Error('A unit cannot be part of another.');
    // Jobs are held back before they begin.
    if (currentRequest().id !== null) this.readOnly?.require();
    return this.current.run(true, async () => {
      let written: Awaited<ReturnType<typeof recordEach>> = [];
      let changed: ReadonlySet<string> = new Set();
      const result = await inTransaction(
        this.database,
        async (tx) => {
          const context = new ChangeContext(tx);
          const result = await change(context);
          const writes = await this.consequencesOf(context);
          written = await recordEach(tx, context.events, writes, this.subscribers, context.issuesMade);
          if (context.notices.length > 0) await this.notifier?.(tx, context.notices);
          for (const step of context.beforeCommitSteps) await step(tx);
          changed = context.products();
          return result;
        },
        retriedConstraints,
      );
      logEvents(written);
      for (const listener of this.listeners) listener(changed);
      // What is done is done: at worst the caller misses it in a list for a moment.
      await currentRequest()
        .noteWrite?.()
        .catch(() => {});
      return result;
    });
  }

  /**
   * Runs a change of tables that are not where the rows of organizations are, for when these cannot be reached. The
   * events that it answers are written later, by `recordLate`, but for the persons' copies.
   * @param later queues the job for that in the same transaction
   */
  async apart(
    change: (tx: EntityManager) => Promise<readonly EventDraft[]>,
    later: (tx: EntityManager, events: LateEvents) => Promise<void>,
  ): Promise<void> {
    const written = await inTransaction(this.database, async (tx) => {
      const events = eventsNow(await change(tx));
      await recordPersonal(tx, events);
      await later(tx, events);
      return events;
    });
    logEvents(written);
  }

  /**
   * Writes events of a change that was made earlier, once, with what follows from them: for a job that may run again.
   */
  async recordLate(organizationId: string, events: LateEvents): Promise<void> {
    await inTransaction(this.database, (tx) => recordOnce(tx, organizationId, events, this.subscribers));
  }

  /**
   * Recomputes the Grades of the products that a unit marked; returns what is left to write of these and of counts, by
   * organization.
   */
  private async consequencesOf(change: ChangeContext): Promise<Map<string, Statement[]>> {
    const { tx, counts, toRegrade } = change;
    const writes = new Map([...counts].map(([id, changes]) => [id, storing(id, changes, { ofGrade: false })]));
    if (this.regrade)
      for (const [id, products] of toRegrade) {
        const { store, notices } = await this.regrade(tx, id, [...products], counts.get(id) ?? new Map());
        writes.set(id, store);
        change.tell(...notices);
      }
    const { settle } = currentRequest();
    if (settle) writes.set(settle.organizationId, [...(writes.get(settle.organizationId) ?? []), settle.statement]);
    return writes;
  }
}
