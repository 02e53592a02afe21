import { inTransaction } from '#libs/database';
import { Unauthenticated } from '#libs/errors';
import { actAs } from '#libs/request';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { record } from '../../events/record.js';
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
    @InjectDataSource() private readonly database: DataSource,
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
    const afterwards = await inTransaction(this.database, async (tx) => {
      // Whatever would begin to refer to the person waits until they are gone.
      await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id]);
      const user = await tx.findOneBy(User, { id });
      if (!user || !(await tx.existsBy(Session, { id: session.id }))) throw new Unauthenticated('UNAUTHORIZED');
      const afterwards = await this.belongings.leave(tx, user);
      await tx.delete(User, { id });
      actAs({ kind: 'user', id, name: NOBODY_ANY_MORE });
      await record(tx, { organizationId: null, type: 'user.deleted', subject: { id }, accountId: id });
      await forgetName(tx, id);
      return afterwards;
    });
    await afterwards();
  }
}

async function forgetName(tx: EntityManager, id: string): Promise<void> {
  await tx.query(
    `UPDATE events SET actor_name = $2, address = NULL, user_agent = NULL,
       subject_title = CASE WHEN type IN ('member.joined', 'member.left') THEN NULL ELSE subject_title END
     WHERE actor_kind = 'user' AND actor_id = $1`,
    [id, NOBODY_ANY_MORE],
  );
  await tx.query(
    `UPDATE events SET subject_title = NULL, changes = '[]', address = NULL, user_agent = NULL
     WHERE account_id = $1 AND organization_id IS NULL`,
    [id],
  );
}
