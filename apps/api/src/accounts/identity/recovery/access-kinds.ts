import { Injectable } from '@nestjs/common';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import type { Lock } from '../../../platform/work/locks.js';
import type { MadeAccess } from './made-access.js';

/** Something of which a kind has been suspended, with what must be known to undo that. */
export interface Suspended {
  recordId: string;
  details?: object;
}

/** Whose recovery it is, and all that it suspends, of every kind. */
export interface Suspects {
  userId: string;
  made: readonly MadeAccess[];
}

/**
 * How records of a kind by which somebody stays are suspended, as if they were revoked, and what follows. Each function
 * runs in the unit of the recovery, for all records at once: the number of its statements does not depend on theirs,
 * but for one for each organization.
 */
export interface AccessKind {
  kind: string;
  /** What must be locked before any of these is changed. */
  locks?(made: readonly MadeAccess[]): readonly Lock[];
  /** Suspends what still lets somebody in; returns what that was. */
  suspend(
    change: ChangeContext,
    recoveryId: string,
    made: readonly MadeAccess[],
    suspects: Suspects,
  ): Promise<readonly Suspended[]>;
  /** Makes suspended ones good again. */
  resume(change: ChangeContext, recoveryId: string, made: readonly MadeAccess[]): Promise<void>;
  /** Ends suspended ones for good, with the events of that. */
  end(change: ChangeContext, recoveryId: string, made: readonly MadeAccess[]): Promise<void>;
}

/** The kinds of records by which somebody can stay: modules register theirs at start. */
@Injectable()
export class AccessKinds {
  private readonly all = new Map<string, AccessKind>();

  register(kind: AccessKind): void {
    this.all.set(kind.kind, kind);
  }

  /** What was made, by its kind, in the order in which kinds are registered. */
  group(made: readonly MadeAccess[]): (readonly [AccessKind, readonly MadeAccess[]])[] {
    return [...this.all.values()]
      .map((kind) => [kind, made.filter((one) => one.kind === kind.kind)] as const)
      .filter(([, of]) => of.length > 0);
  }

  /** What must be locked before any of these is changed. */
  locksOf(made: readonly MadeAccess[]): Lock[] {
    return this.group(made).flatMap(([kind, of]) => [...(kind.locks?.(of) ?? [])]);
  }
}
