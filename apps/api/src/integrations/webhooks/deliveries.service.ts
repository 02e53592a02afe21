import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { execute, query } from '#libs/database';
import { MINUTE_MS } from '#libs/dates';
import { Jobs } from '#libs/jobs';
import type { Work } from '#libs/logging';
import { Vault } from '#libs/secrets';
import { beginSpan, counted, traced } from '#libs/telemetry';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountsOfWork } from '../../accounts/organizations/accounts-of-work.service.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { SlowReceivers } from '../../platform/places/slow-receivers.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { postMessage } from './post.js';
import { redactUrl } from './redact-url.js';
import { nextAttempt } from './retries.js';
import { DELIVER, type DeliveryJob, scheduleDeliveries } from './schedule-deliveries.js';
import { signedHeaders } from './signature.js';
import { addressOf, signingSecrets } from './signing-secrets.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { isSuspended } from './suspended-webhooks.js';
import { type DisabledReason, Webhook } from './webhook.entity.js';
import { bodyOf, isChat } from './webhook-formats.js';
import {
  DELETE_OLD_DELIVERIES,
  DELETE_OLD_GITHUB_DELIVERIES,
  DELIVERED_SINCE,
  ORGANIZATION_OF_DELIVERY,
  OVERDUE,
} from './webhooks.sql.js';

const GONE = 410;
/** How long a message waits for which there is no place now. */
const WAIT_MS = 2_000;
/** The same where the organization is suspended. */
const REST_MS = 5 * MINUTE_MS;
/** How long a receiver may take; and one that took longer within the last hour. */
const WITHIN_MS = { webhooks: 15_000, slow_webhooks: 3_000 };

const deliveries = counted('curbcut_webhook_attempts_total', 'Delivery attempts of webhook messages, by outcome.', [
  'outcome',
]);
for (const outcome of ['delivered', 'refused']) deliveries.inc({ outcome }, 0);

/** The outcome of an attempt. */
interface AttemptOutcome {
  responseStatus: number | null;
  error: string | null;
}

/**
 * Whether a message may be sent to its webhook now: one that is off receives nothing but tests, and a suspended one
 * nothing at all.
 */
export const receives = ({ enabled, ...webhook }: Webhook, { eventId }: WebhookDelivery): boolean =>
  !isSuspended(webhook) && (enabled || eventId === null);

/**
 * Delivers messages to webhooks: each at least once, with retries for three days. Messages to one webhook are sent one
 * at a time and separate from other jobs, so that a slow receiver affects only itself; organizations with many pending
 * messages have lower priority. Accounts share the places for messages under way; receivers that were too slow have few
 * of their own.
 */
@Injectable()
export class DeliveriesService implements OnModuleInit {
  private readonly slow = new SlowReceivers();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly jobs: Jobs,
    private readonly vault: Vault,
    private readonly accounts: AccountsOfWork,
    private readonly places: ResourcePlaces,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<DeliveryJob>(
      DELIVER,
      async (job, stopping) => {
        const organizationId = job.organizationId ?? (await this.organizationOf(job.deliveryId));
        if (organizationId) await this.deliver({ organizationId, id: job.deliveryId }, stopping);
      },
      'outside',
    );
    this.jobs.schedule('*/5 * * * *', 'rescue_deliveries', () => this.requeueOverdue());
    this.jobs.schedule('17 3 * * *', 'forget_deliveries', () => this.purge());
  }

  /** Queues a message again, with a full number of attempts. */
  async requeue(tx: EntityManager, { organizationId, id }: WebhookDelivery): Promise<WebhookDelivery> {
    await tx.update(
      WebhookDelivery,
      { organizationId, id },
      {
        status: 'pending',
        attempts: 0,
        responseStatus: null,
        error: null,
        nextAttemptAt: clock.now(),
        deliveredAt: null,
      },
    );
    await scheduleDeliveries(tx, organizationId, [id]);
    return tx.findOneByOrFail(WebhookDelivery, { organizationId, id });
  }

  private async organizationOf(deliveryId: string): Promise<string | undefined> {
    const [row] = await query(this.database, ORGANIZATION_OF_DELIVERY, [deliveryId]);
    return row?.organizationId;
  }

  private async deliver(message: { organizationId: string; id: string }, stopping: AbortSignal): Promise<void> {
    const { organizationId, id } = message;
    const delivery = await this.database.manager.findOneBy(WebhookDelivery, { organizationId, id, status: 'pending' });
    if (!delivery || delivery.nextAttemptAt! > clock.now()) return;
    const webhook = await this.database.manager
      .createQueryBuilder(Webhook, 'webhook')
      .addSelect(['webhook.secret', 'webhook.previousSecret', 'webhook.address'])
      .where({ organizationId, id: delivery.webhookId })
      .getOneOrFail();
    if (!receives(webhook, delivery)) return this.markFailed(delivery, 'the webhook is switched off');
    const whose = await this.accounts.of(organizationId);
    const begun = whose.isSuspended ? undefined : this.beginWithPlace(whose, delivery, webhook, stopping);
    const later = clock.in(whose.isSuspended ? REST_MS : WAIT_MS);
    await (begun ?? scheduleDeliveries(this.database.manager, organizationId, [id], later));
  }

  /** Sends now, or not at all: whoever waited here for a place would keep a worker from the messages of others. */
  private beginWithPlace(
    whose: Work,
    delivery: WebhookDelivery,
    webhook: Webhook,
    stopping: AbortSignal,
  ): Promise<void> | undefined {
    const { hostname } = new URL(webhook.url);
    const resource = this.slow.isSlow(whose.account, hostname) ? 'slow_webhooks' : 'webhooks';
    const withinMs = WITHIN_MS[resource];
    return this.places.tryRun(resource, whose, async () => {
      const begun = performance.now();
      try {
        await this.recordOutcome(delivery, webhook, await this.attempt(delivery, webhook, { stopping, withinMs }));
      } finally {
        this.slow.note(whose.account, hostname, performance.now() - begun < withinMs);
      }
    });
  }

  private async attempt(
    { id, payload }: WebhookDelivery,
    webhook: Webhook,
    limits: { stopping: AbortSignal; withinMs: number },
  ): Promise<AttemptOutcome> {
    const now = clock.now();
    const { hostname } = new URL(webhook.url);
    const span = beginSpan('client', 'POST', { 'http.request.method': 'POST', 'server.address': hostname });
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Curbcut-Webhooks/1.0',
      ...(isChat(webhook) ? {} : signedHeaders(id, now, payload, signingSecrets(this.vault, webhook, now))),
    };
    try {
      const options = { allowPrivate: this.settings.webhooksAllowPrivate, ...limits };
      const responseStatus = await traced(span, async () => {
        const body = bodyOf(webhook.format, payload);
        const status = await postMessage(addressOf(this.vault, webhook), headers, body, options);
        span?.set({ 'http.response.status_code': status });
        return status;
      });
      return { responseStatus, error: null };
    } catch (error) {
      // Aborted by our own shutdown: not the receiver's failure, so the job is run again.
      if (limits.stopping.aborted) throw error;
      const { code, message } = error as { code?: unknown; message: string };
      return { responseStatus: null, error: typeof code === 'string' ? code : message };
    }
  }

  private async recordOutcome(delivery: WebhookDelivery, webhook: Webhook, outcome: AttemptOutcome): Promise<void> {
    const { organizationId, id } = delivery;
    const now = clock.now();
    const attempts = delivery.attempts + 1;
    const succeeded = outcome.responseStatus !== null && outcome.responseStatus >= 200 && outcome.responseStatus < 300;
    deliveries.inc({ outcome: succeeded ? 'delivered' : 'refused' });
    const isGone = outcome.responseStatus === GONE;
    const next = succeeded || isGone ? null : nextAttempt(attempts, now, Math.random());
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await tx.update(
        WebhookDelivery,
        { organizationId, id },
        {
          ...outcome,
          attempts,
          status: succeeded ? 'delivered' : next ? 'pending' : 'failed',
          nextAttemptAt: next,
          deliveredAt: succeeded ? now : null,
        },
      );
      if (next) await scheduleDeliveries(tx, organizationId, [id]);
      else if (isGone) await this.disable(change, webhook, 'gone');
      else if (!succeeded && !(await this.deliveredSince(tx, delivery))) await this.disable(change, webhook, 'failing');
    });
  }

  private async deliveredSince(
    tx: EntityManager,
    { organizationId, webhookId, createdAt }: WebhookDelivery,
  ): Promise<boolean> {
    const rows = await query(tx, DELIVERED_SINCE, [organizationId, webhookId, createdAt]);
    return rows.length > 0;
  }

  private async disable(
    change: ChangeContext,
    { organizationId, id, url }: Webhook,
    disabledReason: DisabledReason,
  ): Promise<void> {
    await change.tx.update(Webhook, { organizationId, id }, { enabled: false, disabledReason });
    change.record({
      organizationId,
      type: 'webhook.disabled',
      subject: { id, title: redactUrl(url) },
      changes: [{ field: 'disabledReason', from: null, to: disabledReason }],
    });
    change.tell({
      kind: 'connection_failing',
      organizationId,
      subject: { kind: 'webhook', id, title: redactUrl(url) },
    });
  }

  private async markFailed({ organizationId, id }: WebhookDelivery, error: string): Promise<void> {
    const values = { status: 'failed' as const, error, nextAttemptAt: null };
    await this.database.manager.update(WebhookDelivery, { organizationId, id }, values);
  }

  // A killed worker holds its jobs for hours: overdue deliveries are queued again.
  private async requeueOverdue(): Promise<void> {
    const overdue = await query(this.database, OVERDUE, []);
    for (const { organizationId, ids } of overdue) await scheduleDeliveries(this.database.manager, organizationId, ids);
  }

  private async purge(): Promise<void> {
    await execute(this.database, DELETE_OLD_DELIVERIES, []);
    await execute(this.database, DELETE_OLD_GITHUB_DELIVERIES, []);
  }
}
