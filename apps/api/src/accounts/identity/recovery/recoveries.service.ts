import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { type Fault, InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { hashOf, randomToken } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { currentNetwork } from '../../../platform/limits/current-network.js';
import { MailQueue } from '../../../platform/mails/mail-queue.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { accountEvent, personalEvent } from '../account-events/personal-events.js';
import { AddressChange } from '../addresses/address-change.entity.js';
import { AccountHookRegistry } from '../leaving/account-hooks.js';
import { personLock } from '../person-lock.js';
import { endSessions } from '../sessions/end-sessions.js';
import { lockSession } from '../sessions/lock-session.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { MailedLinks } from '../mailed-links/mailed-links.js';
import { AccessKinds } from './access-kinds.js';
import { isSuspect, type MadeAccess, type RecoveryRequest } from './made-access.js';
import {
  EXPORT_MADE,
  HAND_OVER_MADE,
  MADE_LATELY,
  NOTE_ENDED,
  NOTE_KEPT,
  NOTE_SUSPENDED,
  PURGE_MADE,
  PURGE_RECOVERIES,
  SUSPENDED_BY,
} from './made-access.sql.js';
import { recoveryMail } from './recovery-mail.js';
import { Recovery } from './recovery.entity.js';

/** How long a person can keep what a recovery has suspended. */
const KEEP_MS = DAY_MS;
const END = 'end_suspended_access';
/** The kind of the mails. */
const RECOVERY = 'recovery';
/** More than anybody makes in 90 days, after which they are forgotten. */
const MAX_LISTED = 100;

/** A recovery with what it has suspended and what was kept of that. */
export interface RecoveryWithMade {
  recovery: Recovery;
  made: MadeAccess[];
}

/**
 * Suspends, when a person gets an account back or fears for it, what somebody else could have made with it; the person
 * has a day to keep what is theirs, and then it ends.
 */
@Injectable()
export class Recoveries implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly kinds: AccessKinds,
    private readonly mailQueue: MailQueue,
    private readonly links: MailedLinks,
    private readonly jobs: Jobs,
    private readonly accountHooks: AccountHookRegistry,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.mailQueue.registerComposer(RECOVERY, (tx, { subjectId }) => this.compose(tx, subjectId!));
    this.jobs.handle<{ id: string }>(END, ({ id }) => this.end(id));
    this.jobs.schedule('47 3 * * *', 'forget_made_access', () => this.purge());
    this.accountHooks.register({
      beforeDelete: async ({ tx }, { id }) => void (await query(tx, HAND_OVER_MADE, [id])),
      exportData: async (tx, { id }) => ({ madeAccess: await query(tx, EXPORT_MADE, [id]) }),
    });
  }

  /**
   * What a person has made in the last 30 days by which somebody could stay, but for what the asking session made
   * fresh; oldest first.
   */
  async made(tx: DataSource | EntityManager, userId: string, request: RecoveryRequest): Promise<MadeAccess[]> {
    return (await query(tx, MADE_LATELY, [userId])).filter((made) => isSuspect(made, request));
  }

  /**
   * Ends all other sessions, mailed links and pending changes of address, and suspends what was made. The asking
   * session goes on under a new secret: the one it had may be what was stolen.
   */
  async recover({ id: userId }: User, session: Session): Promise<RecoveryWithMade & { token: string }> {
    const token = randomToken();
    const recovery = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const living = await lockSession(change, session);
      await endSessions(change, userId, living);
      await tx.update(Session, { id: living.id }, { tokenHash: hashOf(token) });
      await this.links.revokeAll(tx, userId);
      await tx.delete(AddressChange, { userId, confirmedAt: IsNull() });
      const user = await tx.findOneByOrFail(User, { id: userId });
      return this.suspend(change, user, { cause: 'recover', sessionId: session.id }, true);
    });
    return { ...(await this.withMade(this.database.manager, userId, [recovery!]))[0]!, token };
  }

  /**
   * Suspends what a person has made lately and somebody else could have. Call it with the person locked, after the
   * sessions have ended: then nothing more is made in them.
   * @param always note the recovery, and mail, also where nothing is suspended
   */
  async suspend(
    change: ChangeContext,
    user: User,
    request: RecoveryRequest,
    always = false,
  ): Promise<Recovery | undefined> {
    const { tx } = change;
    const found = await this.made(tx, user.id, request);
    if (found.length === 0 && !always) return undefined;
    await change.lock(...this.kinds.locksOf(found));
    // Until then, who came by what was made could go on.
    const suspects = await this.made(tx, user.id, request);
    const [id, at] = [newId(), clock.now()];
    const keepUntil = new Date(at.getTime() + KEEP_MS);
    const recovery: Recovery = { id, userId: user.id, cause: request.cause, at, keepUntil, endedAt: null };
    await tx.insert(Recovery, recovery);
    const suspended: { id: string; details: object }[] = [];
    for (const [kind, made] of this.kinds.group(suspects)) {
      for (const { recordId, details = {} } of await kind.suspend(change, id, made, {
        userId: user.id,
        made: suspects,
      })) {
        const one = made.find((of) => of.recordId === recordId)!;
        suspended.push({ id: one.id, details });
        change.record(eventOf('access.suspended', user, one));
      }
    }
    await query(tx, NOTE_SUSPENDED, [id, JSON.stringify(suspended)]);
    change.record(personalEvent('user.recovered', user, [{ field: 'cause', from: null, to: request.cause }]));
    await this.jobs.add(tx, END, { id }, { runAt: keepUntil });
    await this.mailQueue.orderUnlimited(tx, { kind: RECOVERY, recipient: user.email, subjectId: id });
    return recovery;
  }

  /** The recoveries of a person of the last 90 days, newest first, with what is suspended or was kept. */
  async list({ id: userId }: User): Promise<RecoveryWithMade[]> {
    const { manager } = this.database;
    const recoveries = await manager.find(Recovery, { where: { userId }, order: { at: 'DESC' }, take: MAX_LISTED });
    return this.withMade(manager, userId, recoveries);
  }

  /**
   * Makes good again what is the person's own.
   * @throws NotFound for a recovery that is not theirs or is over; InvalidInput for what it has not suspended
   */
  async keep({ id: userId }: User, session: Session, id: string, ids: readonly string[]): Promise<RecoveryWithMade> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await lockSession(change, session);
      const recovery = await tx.findOneBy(Recovery, { id, userId });
      if (!recovery || recovery.endedAt || recovery.keepUntil <= clock.now()) throw new NotFound('recovery');
      const user = await tx.findOneByOrFail(User, { id: userId });
      const suspended = await query(tx, SUSPENDED_BY, [userId, [id]]);
      const faults = ids.flatMap((one, index) =>
        suspended.some((made) => made.id === one) ? [] : [notSuspended(index, one)],
      );
      if (faults.length > 0) throw new InvalidInput(faults);
      const kept = suspended.filter((made) => ids.includes(made.id) && !made.kept);
      await change.lock(...this.kinds.locksOf(kept));
      // What was suspended last is good again first: an organization is never without an owner.
      for (const [kind, made] of this.kinds.group(kept).reverse()) await kind.resume(change, id, made);
      await query(tx, NOTE_KEPT, [kept.map((made) => made.id), userId, session.id, currentNetwork()]);
      change.record(...kept.map((made) => eventOf('access.kept', user, made)));
    });
    const recovery = await this.database.manager.findOneByOrFail(Recovery, { id });
    return (await this.withMade(this.database.manager, userId, [recovery]))[0]!;
  }

  /** Ends for good what a recovery has suspended and nobody has kept; a second time there is nothing left. */
  async end(id: string): Promise<void> {
    const recovery = await this.database.manager.findOneBy(Recovery, { id });
    if (!recovery) return;
    const { userId } = recovery;
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(personLock(userId));
      const left = (await query(tx, SUSPENDED_BY, [userId, [id]])).filter(({ kept }) => !kept);
      await change.lock(...this.kinds.locksOf(left));
      for (const [kind, made] of this.kinds.group(left)) await kind.end(change, id, made);
      await query(tx, NOTE_ENDED, [left.map((made) => made.id)]);
      await tx.update(Recovery, { id }, { endedAt: clock.now() });
    });
  }

  private async withMade(
    tx: EntityManager,
    userId: string,
    recoveries: readonly Recovery[],
  ): Promise<RecoveryWithMade[]> {
    const all = await query(tx, SUSPENDED_BY, [userId, recoveries.map(({ id }) => id)]);
    return recoveries.map((recovery) => ({ recovery, made: all.filter((made) => made.recoveryId === recovery.id) }));
  }

  private async compose(tx: EntityManager, id: string) {
    const recovery = await tx.findOneBy(Recovery, { id });
    const user = recovery && (await tx.findOneBy(User, { id: recovery.userId }));
    if (!recovery || !user) return undefined;
    const made = await query(tx, SUSPENDED_BY, [user.id, [id]]);
    return recoveryMail(user, made, recovery.keepUntil, this.settings.publicUrl);
  }

  private async purge(): Promise<void> {
    for (const statement of [PURGE_MADE, PURGE_RECOVERIES]) await query(this.database, statement, []);
  }
}

const eventOf = (type: 'access.suspended' | 'access.kept', user: User, made: MadeAccess) => ({
  ...accountEvent(type, user),
  organizationId: made.organizationId,
  subject: { id: made.recordId, title: made.title },
  changes: [{ field: 'kind', from: null, to: made.kind }],
});

const notSuspended = (index: number, id: string): Fault => ({
  path: `/ids/${index}`,
  code: 'unknown_reference',
  message: `${id} is not among the items suspended by this recovery.`,
  params: { value: id },
});
