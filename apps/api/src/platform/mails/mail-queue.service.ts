import { clock } from '#libs/clock';
import { RateLimited } from '#libs/errors';
import { Settings } from '#libs/config';
import { inTransaction, query, takeAdvisoryLock } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { currentNetwork } from '../limits/current-network.js';
import type { ChangeContext } from '../work/change-context.js';
import type { Lock } from '../work/locks.js';
import { maySendNow, nextSendTime, quotaOf } from './mail-limits.js';
import { MailOrder } from './mail-order.entity.js';
import { Mailer, type MailMessage } from './mailer.js';
import { PURGE } from './mails.sql.js';

/** A mail to be ordered. */
interface MailDraft {
  /** The name of its writer. */
  kind: string;
  /** Lower-cased. */
  recipient: string;
  /** The id of the record that the mail is about, which its writer reads. */
  subjectId?: string;
}

/** The content of a mail; the recipient comes from the order. */
export type MailContent = Omit<MailMessage, 'to'>;

/**
 * Writes a mail just before it is sent, in a transaction that commits before sending; undefined if the mail is
 * obsolete. It is called again for the same order if sending failed, so a secret of an earlier call may never have
 * arrived.
 */
type MailComposer = (tx: EntityManager, orderUnlimited: MailOrder) => Promise<MailContent | undefined>;

const SEND = 'send_ordered_mail';

/** Orders mails, limits how many a recipient gets, and sends them with the content of their writers. */
@Injectable()
export class MailQueue implements OnModuleInit {
  private readonly composers = new Map<string, MailComposer>();

  constructor(
    private readonly settings: Settings,
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<{ id: string }>(SEND, ({ id }) => this.send(id));
    this.jobs.schedule('31 3 * * *', 'forget_mail_orders', () => this.purge());
  }

  /** Registers the writer of a kind of mails; modules call it at start. */
  registerComposer(kind: string, composer: MailComposer): void {
    this.composers.set(kind, composer);
  }

  /** Orders a mail that is not limited; returns the id of its order. */
  async orderUnlimited(tx: EntityManager, draft: MailDraft): Promise<string> {
    return this.insertOrder(tx, draft);
  }

  /**
   * Orders a mail that anybody can request; if the recipient has had too many, it is silently dropped.
   * @param isOwn whether it is requested from a network in which the recipient signs in
   */
  async orderForRecipient(change: ChangeContext, draft: MailDraft, isOwn: boolean): Promise<void> {
    const { perHour } = this.settings.mailLimits;
    const network = currentNetwork();
    if (perHour > 0) {
      const sent = await this.recentMails(change, draft);
      if (!maySendNow(sent, { network, isOwn }, quotaOf(perHour), clock.millis())) return;
    }
    await this.insertOrder(change.tx, draft, { network });
  }

  /**
   * Orders a mail on behalf of an organization. Mails that others have had sent to the recipient may delay it, which is
   * not revealed.
   * @throws RateLimited if this organization has had too many mails sent, to this recipient or in total
   */
  async orderForOrganization(change: ChangeContext, organizationId: string, draft: MailDraft): Promise<void> {
    const { tx } = change;
    const { perHour, invitationsPerDay } = this.settings.mailLimits;
    const now = clock.millis();
    if (invitationsPerDay > 0)
      await this.requireBelowDailyLimit(change, organizationId, draft.kind, invitationsPerDay, now);
    if (perHour === 0) return void (await this.insertOrder(tx, draft, { organizationId }));
    const quota = quotaOf(perHour);
    const sent = await this.recentMails(change, draft);
    const own = sent.filter((orderUnlimited) => orderUnlimited.organizationId === organizationId);
    // The organization's own limit counts its mails by the time of the request, independent of delays that others
    // caused.
    const requested = own.map(({ requestedAt }) => ({ dueAt: requestedAt }));
    refuseUntil(nextSendTime(requested, quota, now), now);
    if (draft.subjectId && own.some(({ subjectId, dueAt }) => subjectId === draft.subjectId && dueAt.getTime() > now))
      return;
    await this.insertOrder(tx, draft, { organizationId, dueAt: new Date(nextSendTime(sent, quota, now)) });
  }

  private async requireBelowDailyLimit(
    change: ChangeContext,
    organizationId: string,
    kind: string,
    limit: number,
    now: number,
  ): Promise<void> {
    await change.lock(mailsLock('of', organizationId));
    const [last] = await change.tx.find(MailOrder, {
      where: { organizationId, kind, requestedAt: MoreThan(new Date(now - DAY_MS)) },
      order: { requestedAt: 'DESC' },
      skip: limit - 1,
      take: 1,
    });
    if (last) refuseUntil(last.requestedAt.getTime() + DAY_MS, now);
  }

  /** The mails to this recipient of the last day, and scheduled ones. Concurrent orders wait here. */
  private async recentMails(change: ChangeContext, { kind, recipient }: MailDraft): Promise<MailOrder[]> {
    await change.lock(mailsLock('to', kind, recipient));
    return change.tx.findBy(MailOrder, { kind, recipient, dueAt: MoreThan(clock.ago(DAY_MS)) });
  }

  private async insertOrder(
    tx: EntityManager,
    { kind, recipient, subjectId = undefined }: MailDraft,
    rest: Partial<Pick<MailOrder, 'network' | 'organizationId' | 'dueAt'>> = {},
  ): Promise<string> {
    const id = newId();
    const requestedAt = clock.now();
    const { dueAt = requestedAt } = rest;
    await tx.insert(MailOrder, { id, kind, recipient, subjectId: subjectId ?? null, requestedAt, ...rest, dueAt });
    await this.jobs.add(tx, SEND, { id }, dueAt > requestedAt ? { runAt: dueAt } : {});
    return id;
  }

  private async send(id: string): Promise<void> {
    const mail = await inTransaction(this.database, async (tx) => {
      const orderUnlimited = await tx.findOneBy(MailOrder, { id });
      if (!orderUnlimited || orderUnlimited.settledAt) return undefined;
      const composer = this.composers.get(orderUnlimited.kind);
      if (!composer) throw new Error(`There is no writer for emails of the kind ${orderUnlimited.kind}.`);
      return { to: orderUnlimited.recipient, text: await composer(tx, orderUnlimited) };
    });
    if (mail?.text) await this.mailer.send({ to: mail.to, ...mail.text });
    await this.database.manager.update(MailOrder, { id }, { settledAt: clock.now() });
  }

  private async purge(): Promise<void> {
    await query(this.database, PURGE, []);
  }
}

/** Makes units that count the mails of an organization, or those to a recipient, wait for each other. */
const mailsLock = (...whose: string[]): Lock => ({
  kind: 'mail',
  name: whose.join(' '),
  take: (tx) => takeAdvisoryLock(tx, 'mails', ...whose),
});

function refuseUntil(moment: number, now: number): void {
  if (moment <= now) return;
  const seconds = Math.ceil((moment - now) / 1000);
  throw new RateLimited(seconds, `Your organization has sent too many emails. Try again in ${seconds} s.`);
}
