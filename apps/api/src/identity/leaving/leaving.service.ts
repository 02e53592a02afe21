import { Unauthenticated } from '#libs/errors';
import { actAs } from '#libs/request';
import { Injectable } from '@nestjs/common';
import { erasePerson } from '../../events/erasing.js';
import type { Lock } from '../../work/locks.js';
import { Work } from '../../work/work.service.js';
import { Belongings } from './belongings.js';
import { Passwords } from '../passwords/passwords.service.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';

/** Who acted, where the account is gone. */
const NOBODY_ANY_MORE = 'Deleted account';

/** How a person leaves the service for good. */
@Injectable()
export class Leaving {
  constructor(
    private readonly work: Work,
    private readonly passwords: Passwords,
    private readonly belongings: Belongings,
  ) {}

  /**
   * Deletes the account and all that is the person's. What they did stays, without their name.
   * @throws InvalidPassword, RateLimited, Forbidden `SESSION_NOT_FRESH`; Conflict `last_owner`
   */
  async leave(caller: User, session: Session, password: string | undefined): Promise<void> {
    await this.passwords.confirmOrFresh(caller, session, password);
    const { id } = caller;
    const afterwards = await this.work.unit(async (unit) => {
      const { tx } = unit;
      await unit.lock(leavingLock(id));
      const user = await tx.findOneBy(User, { id });
      if (!user || !(await tx.existsBy(Session, { id: session.id }))) throw new Unauthenticated('UNAUTHORIZED');
      const afterwards = await this.belongings.leave(unit, user);
      await tx.delete(User, { id });
      actAs({ kind: 'user', id, name: NOBODY_ANY_MORE });
      unit.record({ organizationId: null, type: 'user.deleted', subject: { id }, accountId: id });
      unit.atLast((tx) => erasePerson(tx, id, NOBODY_ANY_MORE));
      return afterwards;
    });
    await afterwards();
  }
}

/** Makes whatever would begin to refer to a person wait until they are gone. */
const leavingLock = (userId: string): Lock => ({
  kind: 'person',
  name: `${userId}, who leaves`,
  take: async (tx) => void (await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId])),
});
