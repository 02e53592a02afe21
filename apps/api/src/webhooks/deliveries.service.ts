import { Settings } from '#libs/config';
import { inTransaction } from '#libs/database';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { Vault } from '#libs/secrets';
import { Tally } from '#libs/throttling';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Event } from '../events/event.entity.js';
import type { Unit } from '../work/unit.js';
import { Work } from '../work/work.service.js';
import { type Message, messagesOf } from './messages.js';
import { postMessage } from './post.js';
import { nextAttempt } from './retries.js';
import { redactUrl } from './redact-url.js';
import { signedHeaders } from './signature.js';
import { signingSecrets } from './signing-secrets.js';
import { type DisabledReason, Webhook } from './webhook.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

const ANNOUNCE = 'announce_event';
const DELIVER = 'deliver_webhook';
const GONE = 410;
/**
 * How many messages of one organization are sent concurrently, out of twenty per process, and how long further ones are
 * delayed.
 */
const MAX_CONCURRENT = 8;
const WAIT_MS = 2_000;
/** Longer backlogs are not distinguished. */
const LONGEST_BACKLOG = 1000;

/** The outcome of an attempt. */
interface AttemptOutcome {
  responseStatus: number | null;
  error: string | null;
}

/**
 * Delivers events to webhooks: each message at least once, with retries for three days. Messages to one webhook are
 * sent one at a time and separate from other jobs, so that a slow receiver affects only itself; organizations with many
 * pending messages have lower priority.
 */
@Injectable()
export class DeliveriesService implements OnModuleInit {
  /** Messages of each organization that this process is sending. */
  private readonly inFlight = new Tally();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly work: Work,
    private readonly settings: Settings,
    private readonly jobs: Jobs,
    private readonly vault: Vault,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<{ eventId: string }>(ANNOUNCE, ({ eventId }) => this.fanOut(eventId));
    this.jobs.handle<{ deliveryId: string }>(
      DELIVER,
      ({ deliveryId }, stopping) => this.deliver(deliveryId, stopping),
      'outside',
    );
    this.jobs.schedule('*/5 * * * *', 'rescue_deliveries', () => this.requeueOverdue());
    this.jobs.schedule('17 3 * * *', 'forget_deliveries', () => this.purge());
  }

  /** Queues one message for one webhook. */
  async enqueue(tx: EntityManager, webhook: Webhook, message: Message): Promise<WebhookDelivery> {
    const id = newId();
    await tx.insert(WebhookDelivery, {
      id,
      organizationId: webhook.organizationId,
      webhookId: webhook.id,
      eventId: null,
      type: message.type,
      payload: JSON.stringify(message),
      status: 'pending',
      attempts: 0,
      nextAttemptAt: new Date(),
    });
    await this.schedule(tx, [id]);
    return tx.findOneByOrFail(WebhookDelivery, { id });
  }

  /** Queues a message again, with a full number of attempts. */
  async requeue(tx: EntityManager, { id }: WebhookDelivery): Promise<WebhookDelivery> {
    await tx.update(
      WebhookDelivery,
      { id },
      {
        status: 'pending',
        attempts: 0,
        responseStatus: null,
        error: null,
        nextAttemptAt: new Date(),
        deliveredAt: null,
      },
    );
    await this.schedule(tx, [id]);
    return tx.findOneByOrFail(WebhookDelivery, { id });
  }

  private async fanOut(eventId: string): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const event = await tx.findOneBy(Event, { id: eventId });
      if (!event) return;
      const messages = messagesOf(event).map((message) => ({ type: message.type, payload: JSON.stringify(message) }));
      const webhooks = await tx.query<{ id: string; types: string[] }[]>(
        'SELECT id, types FROM webhooks WHERE organization_id = $1 AND enabled FOR KEY SHARE',
        [event.organizationId],
      );
      const rows = webhooks.flatMap(({ id: webhookId, types }) =>
        messages
          .filter(({ type }) => types.length === 0 || types.includes(type))
          .map((message) => ({ id: newId(), webhookId, ...message })),
      );
      const made = await tx.query<{ id: string }[]>(
        `INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, payload, next_attempt_at)
         SELECT id, $3, "webhookId", $2, type, payload, now()
         FROM json_to_recordset($1::json) AS d(id uuid, "webhookId" uuid, type text, payload text)
         ON CONFLICT ON CONSTRAINT uq_webhook_deliveries_event DO NOTHING RETURNING id`,
        [JSON.stringify(rows), eventId, event.organizationId],
      );
      await this.schedule(
        tx,
        made.map(({ id }) => id),
      );
    });
  }

  /** Deliveries of organizations with a long backlog get a lower priority. */
  private async schedule(tx: EntityManager, deliveryIds: readonly string[], notBefore = new Date(0)): Promise<void> {
    if (deliveryIds.length === 0) return;
    await tx.query(
      `WITH due AS (
         SELECT d.id, d.webhook_id, d.next_attempt_at, w.organization_id
         FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE d.id = ANY ($2::uuid[])
       ), backlog AS (
         SELECT o.organization_id, (SELECT count(*) FROM (
           SELECT FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.status = 'pending'
           WHERE w.organization_id = o.organization_id LIMIT ${LONGEST_BACKLOG}) AS waiting) AS waiting
         FROM (SELECT DISTINCT organization_id FROM due) o
       )
       SELECT graphile_worker.add_job($1, json_build_object('deliveryId', due.id), queue_name => 'webhook:' || due.webhook_id,
         run_at => greatest(due.next_attempt_at, $3), max_attempts => 25, job_key => 'delivery:' || due.id,
         priority => (backlog.waiting / ${MAX_CONCURRENT})::int)
       FROM due JOIN backlog USING (organization_id) ORDER BY due.id`,
      [DELIVER, [...deliveryIds], notBefore],
    );
  }

  private async deliver(id: string, stopping: AbortSignal): Promise<void> {
    const delivery = await this.database.manager.findOneBy(WebhookDelivery, { id, status: 'pending' });
    if (!delivery || delivery.nextAttemptAt! > new Date()) return;
    const webhook = await this.database.manager
      .createQueryBuilder(Webhook, 'webhook')
      .addSelect(['webhook.secret', 'webhook.previousSecret'])
      .where({ id: delivery.webhookId })
      .getOneOrFail();
    if (!webhook.enabled && delivery.eventId !== null) return this.markFailed(delivery, 'the webhook is switched off');
    const { organizationId } = webhook;
    if (this.inFlight.of(organizationId) >= MAX_CONCURRENT)
      return this.schedule(this.database.manager, [id], new Date(Date.now() + WAIT_MS));
    this.inFlight.add(organizationId);
    try {
      await this.recordOutcome(delivery, webhook, await this.attempt(delivery, webhook, stopping));
    } finally {
      this.inFlight.remove(organizationId);
    }
  }

  private async attempt(
    { id, payload }: WebhookDelivery,
    webhook: Webhook,
    stopping: AbortSignal,
  ): Promise<AttemptOutcome> {
    const now = new Date();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Curbcut-Webhooks/1.0',
      ...signedHeaders(id, now, payload, signingSecrets(this.vault, webhook, now)),
    };
    try {
      const options = { allowPrivate: this.settings.webhooksAllowPrivate, stopping };
      return { responseStatus: await postMessage(webhook.url, headers, payload, options), error: null };
    } catch (error) {
      // Aborted by our own shutdown: not the receiver's failure, so the job is run again.
      if (stopping.aborted) throw error;
      const { code, message } = error as { code?: unknown; message: string };
      return { responseStatus: null, error: typeof code === 'string' ? code : message };
    }
  }

  private async recordOutcome(delivery: WebhookDelivery, webhook: Webhook, outcome: AttemptOutcome): Promise<void> {
    const now = new Date();
    const attempts = delivery.attempts + 1;
    const succeeded = outcome.responseStatus !== null && outcome.responseStatus >= 200 && outcome.responseStatus < 300;
    const isGone = outcome.responseStatus === GONE;
    const next = succeeded || isGone ? null : nextAttempt(attempts, now, Math.random());
    await this.work.unit(async (unit) => {
      const { tx } = unit;
      await tx.update(
        WebhookDelivery,
        { id: delivery.id },
        {
          ...outcome,
          attempts,
          status: succeeded ? 'delivered' : next ? 'pending' : 'failed',
          nextAttemptAt: next,
          deliveredAt: succeeded ? now : null,
        },
      );
      if (next) await this.schedule(tx, [delivery.id]);
      else if (isGone) await this.disable(unit, webhook, 'gone');
      else if (!succeeded && !(await this.deliveredSince(tx, delivery))) await this.disable(unit, webhook, 'failing');
    });
  }

  private async deliveredSince(tx: EntityManager, { webhookId, createdAt }: WebhookDelivery): Promise<boolean> {
    const [row] = await tx.query<unknown[]>(
      `SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'delivered' AND delivered_at > $2 LIMIT 1`,
      [webhookId, createdAt],
    );
    return row !== undefined;
  }

  private async disable(unit: Unit, webhook: Webhook, disabledReason: DisabledReason): Promise<void> {
    await unit.tx.update(Webhook, { id: webhook.id }, { enabled: false, disabledReason });
    unit.record({
      organizationId: webhook.organizationId,
      type: 'webhook.disabled',
      subject: { id: webhook.id, title: redactUrl(webhook.url) },
      changes: [{ field: 'disabledReason', from: null, to: disabledReason }],
    });
  }

  private async markFailed({ id }: WebhookDelivery, error: string): Promise<void> {
    await this.database.manager.update(WebhookDelivery, { id }, { status: 'failed', error, nextAttemptAt: null });
  }

  // A killed worker holds its jobs for hours: overdue deliveries are queued again.
  private async requeueOverdue(): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const due = await tx.query<{ id: string }[]>(
        `SELECT id FROM webhook_deliveries
         WHERE status = 'pending' AND next_attempt_at < now() - interval '5 minutes' ORDER BY next_attempt_at LIMIT 1000`,
      );
      await this.schedule(
        tx,
        due.map(({ id }) => id),
      );
    });
  }

  private async purge(): Promise<void> {
    await this.database.query(
      `DELETE FROM webhook_deliveries WHERE status <> 'pending' AND created_at < now() - interval '30 days'`,
    );
    await this.database.query(`DELETE FROM github_deliveries WHERE received_at < now() - interval '30 days'`);
  }
}
