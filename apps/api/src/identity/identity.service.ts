import { Settings } from '#libs/config';
import { inTransaction } from '#libs/database';
import { newId } from '#libs/ids';
import { present } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Account, CREDENTIAL } from './account.entity.js';
import type { ChangePassword, ResetPassword, SignIn, SignUp, UpdateUser } from './dto/identity.dto.js';
import {
  EmailFixed,
  InvalidPassword,
  InvalidToken,
  invalidEmailOrPassword,
  signUpClosed,
  UserExists,
} from './errors.js';
import { MailedLinks } from './mailed-links.js';
import { hashPassword, passwordMatches } from './password.js';
import type { Session } from './session.entity.js';
import { type Device, SessionsService } from './sessions.service.js';
import { User } from './user.entity.js';

/** A person with the secret of the session that was just begun. */
export interface SignedInUser {
  user: User;
  token: string;
}

/** Held while the first account of an installation is made, so that only one becomes the first. */
const FIRST_ACCOUNT_LOCK = 4_208_190_302;

/** How people get in. */
@Injectable()
export class IdentityService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly sessions: SessionsService,
    private readonly links: MailedLinks,
  ) {}

  async signUp({ name, email, password, image }: SignUp, device: Device): Promise<SignedInUser> {
    const passwordHash = await hashPassword(password, 'password');
    return inTransaction(this.database, async (tx) => {
      await this.requireOpenFor(tx, email);
      if (await tx.existsBy(User, { email })) throw new UserExists();
      const id = newId();
      await tx.insert(User, { id, name, email, emailVerified: false, image: image ?? null });
      await tx.insert(Account, { id: newId(), userId: id, provider: CREDENTIAL, subject: id, passwordHash });
      await this.links.request(tx, email, 'email');
      return { user: await tx.findOneByOrFail(User, { id }), token: await this.sessions.begin(tx, id, device) };
    });
  }

  async signIn({ email, password }: SignIn, device: Device): Promise<SignedInUser> {
    const user = await this.database.manager.findOneBy(User, { email });
    const account = await this.account(this.database.manager, user?.id);
    if (!(await passwordMatches(account?.passwordHash, password)) || !user) throw invalidEmailOrPassword();
    return { user, token: await this.sessions.begin(this.database.manager, user.id, device) };
  }

  async updateUser(user: User, body: UpdateUser): Promise<void> {
    if (body.email !== undefined) throw new EmailFixed();
    const values = present(body, 'name', 'image');
    if (Object.keys(values).length > 0) await this.database.manager.update(User, { id: user.id }, values);
  }

  /** Ends all other sessions: whoever knew the old password is out. */
  async changePassword(user: User, session: Session, { currentPassword, newPassword }: ChangePassword): Promise<void> {
    const account = await this.account(this.database.manager, user.id);
    if (!(await passwordMatches(account?.passwordHash, currentPassword))) throw new InvalidPassword();
    const passwordHash = await hashPassword(newPassword, 'newPassword');
    await inTransaction(this.database, async (tx) => {
      await tx.update(Account, { id: account!.id }, { passwordHash });
      await this.sessions.endAll(tx, user.id, session);
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
      await tx.update(User, { id: user.id }, { emailVerified: true });
      await this.sessions.endAll(tx, user.id);
    });
  }

  async verifyEmail(token: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const user = await this.links.redeem(tx, token, 'email');
      if (!user) throw new InvalidToken();
      await tx.update(User, { id: user.id }, { emailVerified: true });
    });
  }

  /** Where sign-up is closed, only the first account and invited people get in. */
  private async requireOpenFor(tx: EntityManager, email: string): Promise<void> {
    if (this.settings.signUp === 'open') return;
    await tx.query('SELECT pg_advisory_xact_lock($1)', [FIRST_ACCOUNT_LOCK]);
    const [{ allowed }] = await tx.query<[{ allowed: boolean }]>(
      `SELECT NOT EXISTS (SELECT FROM users)
         OR EXISTS (SELECT FROM invitations WHERE email = $1 AND status = 'pending' AND expires_at > now()) AS allowed`,
      [email],
    );
    if (!allowed) throw signUpClosed();
  }

  private async account(tx: EntityManager, userId: string | undefined): Promise<Account | null> {
    return userId === undefined ? null : tx.findOneBy(Account, { userId, provider: CREDENTIAL });
  }
}
