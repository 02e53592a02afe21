import { Settings } from '#libs/config';
import { inTransaction } from '#libs/database';
import { Unauthenticated } from '#libs/errors';
import { newId } from '#libs/ids';
import { changedFields, present } from '#libs/rows';
import { OwnedFiles } from '#libs/storage';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Account, CREDENTIAL, OIDC } from './account.entity.js';
import type { ChangePassword, ResetPassword, SignIn, SignUp, UpdateUser } from './dto/identity.dto.js';
import { EmailFixed, InvalidPassword, InvalidToken, invalidEmailOrPassword, UserExists } from './errors.js';
import { MailedLinks } from './mailed-links.js';
import { hashPassword, passwordMatches } from './password.js';
import type { Session } from './session.entity.js';
import { type Device, SessionsService } from './sessions.service.js';
import { recordPersonal } from './record-personal.js';
import { requireOpenFor } from './sign-up-door.js';
import { AVATARS, User } from './user.entity.js';

/** A person with the secret of the session that was just begun. */
export interface SignedInUser {
  user: User;
  token: string;
}

/** How people get in. */
@Injectable()
export class IdentityService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly sessions: SessionsService,
    private readonly links: MailedLinks,
    private readonly files: OwnedFiles,
  ) {}

  async signUp({ name, email, password, image, rememberMe }: SignUp, device: Device): Promise<SignedInUser> {
    const passwordHash = await hashPassword(password, 'password');
    return inTransaction(
      this.database,
      async (tx) => {
        await requireOpenFor(tx, this.settings, email);
        if (await tx.existsBy(User, { email })) throw new UserExists();
        const id = newId();
        await tx.insert(User, { id, name, email, emailVerified: false, image: image ?? null });
        await tx.insert(Account, { id: newId(), userId: id, provider: CREDENTIAL, subject: id, passwordHash });
        await this.links.request(tx, email, 'email');
        await recordPersonal(tx, 'user.signed_up', { id, name });
        return {
          user: await tx.findOneByOrFail(User, { id }),
          token: await this.sessions.begin(tx, id, device, rememberMe),
        };
      },
      ['uq_users_email'],
    );
  }

  async signIn({ email, password, rememberMe }: SignIn, device: Device): Promise<SignedInUser> {
    const user = await this.database.manager.findOneBy(User, { email });
    const account = await this.account(this.database.manager, user?.id);
    if (!(await passwordMatches(account?.passwordHash, password)) || !user) throw invalidEmailOrPassword();
    return inTransaction(this.database, async (tx) => {
      await recordPersonal(tx, 'user.signed_in', user);
      return { user, token: await this.sessions.begin(tx, user.id, device, rememberMe) };
    });
  }

  async updateUser({ id }: User, body: UpdateUser): Promise<void> {
    if (body.email !== undefined) throw new EmailFixed();
    const values = present(body, 'name', 'image');
    if (Object.keys(values).length === 0) return;
    const picture = await inTransaction(this.database, async (tx) => {
      const user = await tx.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!user) throw new Unauthenticated();
      await tx.update(User, { id }, values);
      const changes = changedFields(user, values);
      if (changes.length > 0) await recordPersonal(tx, 'user.updated', user, changes);
      const { image = user.image } = values;
      const picture = { folder: AVATARS, ownerId: id, former: user.image, present: image };
      await this.files.settle(tx, picture);
      return picture;
    });
    await this.files.sweep(picture);
  }

  /** Ends all other sessions: whoever knew the old password is out. */
  async changePassword(user: User, session: Session, { currentPassword, newPassword }: ChangePassword): Promise<void> {
    const account = await this.account(this.database.manager, user.id);
    if (!(await passwordMatches(account?.passwordHash, currentPassword))) throw new InvalidPassword();
    const passwordHash = await hashPassword(newPassword, 'newPassword');
    await inTransaction(this.database, async (tx) => {
      await tx.update(Account, { id: account!.id }, { passwordHash });
      await this.sessions.endAll(tx, user.id, session);
      await recordPersonal(tx, 'user.password_changed', user);
    });
  }

  async requestLink(email: string, purpose: 'password_reset' | 'email'): Promise<void> {
    await this.links.request(this.database.manager, email, purpose);
  }

  /** Ends all sessions. The mailed link has also proved the address. */
  async resetPassword({ token, newPassword }: ResetPassword): Promise<void> {
    const passwordHash = await hashPassword(newPassword, 'newPassword');
    await inTransaction(this.database, async (tx) => {
      const user = await this.links.redeem(tx, token, 'password_reset');
      if (!user) throw new InvalidToken();
      const account = await this.account(tx, user.id);
      if (account) await tx.update(Account, { id: account.id }, { passwordHash });
      else
        await tx.insert(Account, {
          id: newId(),
          userId: user.id,
          provider: CREDENTIAL,
          subject: user.id,
          passwordHash,
        });
      // Whoever linked a provider before the address was proved may be somebody else.
      if (!user.emailVerified) await tx.delete(Account, { userId: user.id, provider: OIDC });
      await tx.update(User, { id: user.id }, { emailVerified: true });
      await this.sessions.endAll(tx, user.id);
      await recordPersonal(tx, 'user.password_reset', user);
    });
  }

  async verifyEmail(token: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const user = await this.links.redeem(tx, token, 'email');
      if (!user) throw new InvalidToken();
      await tx.update(User, { id: user.id }, { emailVerified: true });
      await recordPersonal(tx, 'user.email_verified', user);
    });
  }

  private async account(tx: EntityManager, userId: string | undefined): Promise<Account | null> {
    return userId === undefined ? null : tx.findOneBy(Account, { userId, provider: CREDENTIAL });
  }
}
