import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import type { User } from '../user.entity.js';

/**
 * What a module does with the personal data that it keeps, at certain events of an account. Each hook runs in the unit
 * of the change.
 */
interface AccountHooks {
  /**
   * Revokes what is needed to sign in, beside password and provider: all of it, or only what was created at `since` or
   * later.
   */
  revokeSignIn?(change: ChangeContext, user: User, since?: Date): Promise<void>;
  /**
   * Revokes everything that was made with an account of which somebody else is the owner now. What a recovery suspends
   * is registered at `AccessKinds`.
   */
  revokeAccess?(change: ChangeContext, user: User): Promise<void>;
  /**
   * Called before the person turns the second factor off, with the person locked.
   * @throws DomainError where it must stay on
   */
  beforeFactorOff?(change: ChangeContext, user: User): Promise<void>;
  /**
   * Deletes the person's data before the account is deleted, while its row still exists. A returned function is called
   * after the commit, for work outside of the transaction.
   * @throws DomainError when the account cannot go
   */
  beforeDelete?(change: ChangeContext, user: User): Promise<(() => Promise<void>) | void>;
  /** The data kept about the account, by name and without secrets, for the personal data export. */
  exportData?(tx: EntityManager, user: User): Promise<Record<string, unknown>>;
}

/** The registered account hooks: modules of later layers register theirs at start. */
@Injectable()
export class AccountHookRegistry {
  private readonly all: AccountHooks[] = [];

  register(hooks: AccountHooks): void {
    this.all.push(hooks);
  }

  async revokeSignIn(change: ChangeContext, user: User, since?: Date): Promise<void> {
    for (const hooks of this.all) await hooks.revokeSignIn?.(change, user, since);
  }

  async revokeAccess(change: ChangeContext, user: User): Promise<void> {
    for (const hooks of this.all) await hooks.revokeAccess?.(change, user);
  }

  async beforeFactorOff(change: ChangeContext, user: User): Promise<void> {
    for (const hooks of this.all) await hooks.beforeFactorOff?.(change, user);
  }

  /** Returns a function to be called after the unit has committed. */
  async beforeDelete(change: ChangeContext, user: User): Promise<() => Promise<void>> {
    const afterwards: (() => Promise<void>)[] = [];
    for (const hooks of this.all) {
      const last = await hooks.beforeDelete?.(change, user);
      if (last) afterwards.push(last);
    }
    return async () => {
      for (const last of afterwards) await last();
    };
  }

  async exportData(tx: EntityManager, user: User): Promise<Record<string, unknown>> {
    const answers: Record<string, unknown> = {};
    for (const hooks of this.all) Object.assign(answers, await hooks.exportData?.(tx, user));
    return answers;
  }
}
