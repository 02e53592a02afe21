import { Unauthenticated } from '#libs/errors';
import { actAs } from '#libs/logging';
import { Injectable } from '@nestjs/common';
import { DELETED_ACCOUNT_NAME, eraseAccount } from '../../events/erasing.js';
import { UnitOfWork } from '../../work/unit-of-work.service.js';
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
    const { id } = caller;
    const afterwards = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(personLock(id));
      const user = await tx.findOneBy(User, { id });
      if (!user || !(await tx.existsBy(Session, { id: session.id }))) throw new Unauthenticated('UNAUTHORIZED');
      const afterwards = await this.accountHooks.beforeDelete(change, user);
      await tx.delete(User, { id });
      actAs({ kind: 'user', id, name: DELETED_ACCOUNT_NAME });
      change.record({ organizationId: null, type: 'user.deleted', subject: { id }, accountId: id });
      change.beforeCommit((tx) => eraseAccount(tx, id));
      return afterwards;
    });
    await afterwards();
  }
}
