import { randomInt, timingSafeEqual } from 'node:crypto';
import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { MINUTE_MS } from '#libs/dates';
import { execute, query } from '#libs/database';
import { BadRequest, Conflict, InvalidInput } from '#libs/errors';
import { hashOf } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type MailContent, MailQueue } from '../../../platform/mails/mail-queue.service.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { personalEvent } from '../account-events/personal-events.js';
import { isOwnNetwork } from '../networks/own-networks.js';
import { Passwords } from '../passwords/passwords.service.js';
import { SecondFactorVerification } from '../second-factor/second-factor-verification.service.js';
import { FRESH_MS } from '../sessions/session-lifetime.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { markProved } from './mark-proved.js';
import { proofMail } from './proof-mail.js';
import { proofWaysOf, type ProofWay } from './proof-ways.js';
import type { ProveIdentity } from './proof.dto.js';
import { FORGET_CODE, KEEP_CODE, TRY_CODE } from './proof.sql.js';

const MAIL = 'prove';
const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const CODE_TRIES = 5;
const BACKUP_CODE_LENGTH = 10;

/** The password or the code is wrong, used or too old. */
class ProofRefused extends BadRequest {
  override readonly code = 'proof_refused';
  constructor(way: ProofWay) {
    const message = way === 'password' ? 'The password is wrong.' : 'The code is wrong, used or expired.';
    super(message, [{ path: `/${way}`, code: 'not_allowed', message }]);
  }
}

class ProofByOtherWays extends Conflict {
  readonly code = 'proof_by_other_ways';
  constructor(ways: readonly ProofWay[]) {
    super(`This account cannot use this method. Confirm your identity with: ${ways.join(', ')}.`);
  }
}

/** Proofs of who is in a session. */
@Injectable()
export class Proofs implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly unitOfWork: UnitOfWork,
    private readonly mailQueue: MailQueue,
    private readonly passwords: Passwords,
    private readonly secondFactor: SecondFactorVerification,
  ) {}

  onModuleInit(): void {
    this.mailQueue.registerComposer(MAIL, (tx, { recipient, subjectId }) => this.compose(tx, recipient, subjectId!));
  }

  /**
   * Makes the session fresh.
   * @returns until when
   * @throws InvalidInput for another way than the account has, or several; ProofRefused, RateLimited, AccountLocked
   */
  async prove(user: User, session: Session, body: ProveIdentity): Promise<Date> {
    const way = await this.wayOf(user, body);
    if (!(await this.isProved(way, user, session, body[way]!))) throw new ProofRefused(way);
    const provedAt = await this.unitOfWork.run((change) => {
      change.record(personalEvent('session.proved', user));
      return markProved(change.tx, session.id);
    });
    return new Date(provedAt.getTime() + FRESH_MS);
  }

  /** @throws ProofByOtherWays */
  async mailCode(user: User, session: Session): Promise<void> {
    const ways = await proofWaysOf(this.database.manager, this.settings, user.id);
    if (!ways.includes('mailCode')) throw new ProofByOtherWays(ways);
    await this.unitOfWork.run(async (change) => {
      const isOwn = await isOwnNetwork(change.tx, user.email);
      const order = { kind: MAIL, recipient: user.email, subjectId: session.id };
      await this.mailQueue.orderForRecipient(change, order, isOwn);
    });
  }

  private async wayOf(user: User, body: ProveIdentity): Promise<keyof ProveIdentity> {
    const given = (['password', 'code', 'mailCode'] as const).filter((way) => body[way] !== undefined);
    const ways = await proofWaysOf(this.database.manager, this.settings, user.id);
    const [way] = given;
    if (way && given.length === 1 && ways.includes(way)) return way;
    const message = `This account confirms its identity by: ${ways.join(', ')}.`;
    const foreign = given.filter((one) => !ways.includes(one));
    const paths = given.length === 0 ? [''] : (foreign.length > 0 ? foreign : given).map((one) => `/${one}`);
    throw new InvalidInput(paths.map((path) => ({ path, code: 'not_allowed', message })));
  }

  private async isProved(way: keyof ProveIdentity, user: User, session: Session, presented: string): Promise<boolean> {
    if (way === 'password') return (await this.passwords.verify(user.email, presented, session))?.user.id === user.id;
    if (way === 'mailCode') return this.isMailed(session, presented);
    const kind = presented.length < BACKUP_CODE_LENGTH ? 'totp' : 'backup';
    return this.secondFactor.isProofOf(user, kind, presented);
  }

  /** Whether this code was mailed to the session; it is used up. */
  private async isMailed({ id }: Session, code: string): Promise<boolean> {
    const [kept] = await query(this.database, TRY_CODE, [id]);
    if (!kept || !timingSafeEqual(kept.codeHash, codeHashOf(id, code.trim()))) return false;
    return (await execute(this.database, FORGET_CODE, [id])) > 0;
  }

  /** Writes the code when its mail is written; an earlier one is no longer good. */
  private async compose(tx: EntityManager, recipient: string, sessionId: string): Promise<MailContent | undefined> {
    const session = await tx.findOneBy(Session, { id: sessionId });
    const user = session && (await tx.findOneBy(User, { id: session.userId, email: recipient }));
    if (!session || !user) return undefined;
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = clock.in(CODE_LIFETIME_MS);
    await query(tx, KEEP_CODE, [session.id, codeHashOf(session.id, code), expiresAt, CODE_TRIES]);
    return proofMail(user, this.settings.publicUrl, code);
  }
}

// With the session, so that equal codes of two sessions have two hashes.
const codeHashOf = (sessionId: string, code: string): Buffer => hashOf(`${sessionId} ${code}`);
