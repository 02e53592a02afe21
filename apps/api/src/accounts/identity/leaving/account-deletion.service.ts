import { Unauthenticated } from '#libs/errors';
import { actAs } from '#libs/logging';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DELETED_ACCOUNT_NAME, eraseAccount } from '../../../platform/events/erasing.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { Passwords } from '../passwords/passwords.service.js';
import { personLock } from '../person-lock.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { AccountHookRegistry } from './account-hooks.js';

/** Deletes accounts. */
@Injectable()
export class AccountDeletion {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly accountHooks: AccountHookRegistry,
  ) {}

  /**
   * Deletes the account and the person's data. Events of what they did stay, without their name.
   * @throws InvalidPassword, RateLimited, Forbidden `SESSION_NOT_FRESH`; Conflict `last_owner`
   */
  async deleteAccount(caller: User, session: Session, password: string | undefined): Promise<void> {
    await this.passwords.confirmOrFresh(caller, session, password);
    await this.erase(caller.id, async (tx, user) => {
      if (!user || !(await tx.existsBy(Session, { id: session.id }))) throw new Unauthenticated();
      actAs({ kind: 'user', id: user.id, name: DELETED_ACCOUNT_NAME });
    });
  }

  /** The same at the word of an operator. @throws Conflict `last_owner` */
  async deleteByOperator({ id }: User): Promise<void> {
    await this.erase(id);
  }

  private async erase(id: string, admit?: (tx: EntityManager, user: User | null) => Promise<void>): Promise<void> {
    const afterwards = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(personLock(id));
      const user = await tx.findOneBy(User, { id });
      await admit?.(tx, user);
      if (!user) return undefined;
      const afterwards = await this.accountHooks.beforeDelete(change, user);
      await tx.delete(User, { id });
      change.record({ organizationId: null, type: 'user.deleted', subject: { id }, accountId: id });
      change.beforeCommit((tx) => eraseAccount(tx, id));
      return afterwards;
    });
    await afterwards?.();
  }
}
