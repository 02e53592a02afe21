import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Unit } from '../../work/unit.js';
import type { User } from '../user.entity.js';

/** What a part of the service keeps of people, and what becomes of it. Each is called in the unit of the change. */
interface AccountHooks {
  /**
   * Ends that by which somebody who held the account unlawfully could come back: all of it, or what was made at `since` or
   * later.
   */
  revokeAccess?(unit: Unit, user: User, since?: Date): Promise<void>;
  /**
   * Takes what is theirs along when they delete their account, while its row is still there. What it answers is called
   * when all is done, for what no transaction holds.
   * @throws DomainError when the account cannot go
   */
  beforeDelete?(unit: Unit, user: User): Promise<(() => Promise<void>) | void>;
  /** What it knows of the account, but secrets, by name, for the person to read. */
  exportData?(tx: EntityManager, user: User): Promise<Record<string, unknown>>;
}

/** All that is kept of people: modules to the right say at their start what of theirs belongs to a person. */
@Injectable()
export class AccountHookRegistry {
  private readonly all: AccountHooks[] = [];

  register(hooks: AccountHooks): void {
    this.all.push(hooks);
  }

  async revokeAccess(unit: Unit, user: User, since?: Date): Promise<void> {
    for (const hooks of this.all) await hooks.revokeAccess?.(unit, user, since);
  }

  /** Answers what is to be called when the unit is over. */
  async beforeDelete(unit: Unit, user: User): Promise<() => Promise<void>> {
    const afterwards: (() => Promise<void>)[] = [];
    for (const hooks of this.all) {
      const last = await hooks.beforeDelete?.(unit, user);
      if (last) afterwards.push(last);
    }
    return async () => {
      for (const last of afterwards) await last();
    };
  }

  async exportData(tx: EntityManager, user: User): Promise<Record<string, unknown>> {
    const told: Record<string, unknown> = {};
    for (const hooks of this.all) Object.assign(told, await hooks.exportData?.(tx, user));
    return told;
  }
}
