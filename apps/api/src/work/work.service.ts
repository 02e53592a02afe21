import { AsyncLocalStorage } from 'node:async_hooks';
import { inTransaction } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { logEvents, recordEach } from '../events/record.js';
import { Unit } from './unit.js';

/** Computes anew what follows from the facts of these products. */
type Regrade = (tx: EntityManager, productIds: readonly string[]) => Promise<unknown>;

/** Changes of records. Every one is a unit: whole or not at all, with its events and the Grades that follow from it. */
@Injectable()
export class Work {
  private readonly current = new AsyncLocalStorage<true>();
  private regrade: Regrade | undefined;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Registers who computes the Grades of touched products. */
  onTouched(regrade: Regrade): void {
    this.regrade = regrade;
  }

  /**
   * Runs a change in one transaction, computes the Grades of what it touched, and writes its events. Runs it again after
   * a deadlock, or where it violates one of `losing`: constraints that only what changed since it was read can violate.
   * So a change must have no effect outside, and keeps nothing of an earlier attempt.
   */
  unit<T>(change: (unit: Unit) => Promise<T>, retriedConstraints: readonly string[] = []): Promise<T> {
    if (this.current.getStore()) throw new Error('A unit cannot be part of another.');
    return this.current.run(true, async () => {
      let written: Awaited<ReturnType<typeof recordEach>> = [];
      const result = await inTransaction(
        this.database,
        async (tx) => {
          const unit = new Unit(tx);
          const result = await change(unit);
          if (unit.touched.size > 0) await this.regrade?.(tx, [...unit.touched]);
          written = await recordEach(tx, unit.events);
          for (const step of unit.beforeCommitSteps) await step(tx);
          return result;
        },
        retriedConstraints,
      );
      logEvents(written);
      return result;
    });
  }
}
