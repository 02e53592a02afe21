import { Settings } from '#libs/config';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { Mail } from '#libs/mail';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { User } from './user.entity.js';
import { Verification, type VerificationPurpose } from './verification.entity.js';

const SEND_LINK = 'send_link';
const HOUR_MS = 60 * 60 * 1000;
const GOOD_FOR_MS: Readonly<Record<VerificationPurpose, number>> = { password_reset: HOUR_MS, email: 24 * HOUR_MS };

/** Links that prove who reads the mail of an address. */
@Injectable()
export class MailedLinks implements OnModuleInit {
  constructor(
    private readonly settings: Settings,
    private readonly jobs: Jobs,
    private readonly mail: Mail,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<{ email: string; purpose: VerificationPurpose }>(SEND_LINK, ({ email, purpose }) =>
      this.send(email, purpose),
    );
  }

  /**
   * Asks for a link to be mailed. Whether there is an account with the address is looked up by the job, so that the
   * request takes as long, and says as much, either way.
   */
  async request(tx: EntityManager, email: string, purpose: VerificationPurpose): Promise<void> {
    await this.jobs.add(tx, SEND_LINK, { email, purpose });
  }

  /** The person whom this token was mailed to, once; undefined when it is unknown, used or too old. */
  async redeem(tx: EntityManager, token: string, purpose: VerificationPurpose): Promise<User | undefined> {
    const [used] = await tx.query<[{ user_id: string }[], number]>(
      'DELETE FROM verifications WHERE token_hash = $1 AND purpose = $2 AND expires_at > now() RETURNING user_id',
      [hashOf(token), purpose],
    );
    return used[0] ? ((await tx.findOneBy(User, { id: used[0].user_id })) ?? undefined) : undefined;
  }

  private async send(email: string, purpose: VerificationPurpose): Promise<void> {
    await this.database.transaction(async (tx) => {
      const user = await tx.findOneBy(User, { email });
      if (!user || (purpose === 'email' && user.emailVerified)) return;
      const token = randomToken();
      await tx.delete(Verification, { userId: user.id, purpose });
      const expiresAt = new Date(Date.now() + GOOD_FOR_MS[purpose]);
      await tx.insert(Verification, { id: newId(), userId: user.id, purpose, tokenHash: hashOf(token), expiresAt });
      await this.mail.post(tx, { to: user.email, ...this.letter(purpose, user, token) });
    });
  }

  private letter(purpose: VerificationPurpose, { name }: User, token: string): { subject: string; text: string } {
    const { publicUrl } = this.settings;
    return purpose === 'email'
      ? {
          subject: 'Confirm your address',
          text: `Hello ${name},\n\nopen this link within a day to confirm your address:\n${publicUrl}/api/auth/verify-email?token=${token}\n`,
        }
      : {
          subject: 'Reset your password',
          text: `Hello ${name},\n\nopen this link within an hour to choose a new password:\n${publicUrl}/reset-password?token=${token}\n\nIf you did not ask for it, ignore this mail.\n`,
        };
  }
}
