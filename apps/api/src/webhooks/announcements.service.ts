import { inTransaction } from '#libs/database';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Event } from '../events/event.entity.js';
import { Work } from '../work/work.service.js';
import { messagesOf } from './messages.js';
import { scheduleDeliveries } from './schedule-deliveries.js';

const ANNOUNCE = 'announce_event';

/** The events of one unit. Jobs that a former version queued name one event, and not its organization. */
type AnnounceJob = { organizationId: string; eventIds: string[] } | { eventId: string };

const ORGANIZATION_OF_EVENT =
  '/* sweep: jobs_of_former_versions */ SELECT organization_id AS "organizationId" FROM events WHERE id = $1';

/** In SQL: whether an organization has webhooks that are enabled. */
const hasWebhooks = (organization: string): string =>
  `EXISTS (SELECT FROM webhooks w WHERE w.organization_id = ${organization} AND w.enabled)`;

/**
 * Makes the messages of events for the webhooks of their organization. A unit that records events queues that in its
 * own transaction, so no change that is made stays untold.
 */
@Injectable()
export class AnnouncementsService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly work: Work,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.work.onRecorded({
      isWanted: hasWebhooks,
      onRecorded: (tx, organizationId, eventIds) => this.enqueue(tx, organizationId, eventIds),
    });
    this.jobs.handle<AnnounceJob>(ANNOUNCE, async (job) => {
      const { organizationId, eventIds } = 'eventIds' in job ? job : await this.completed(job.eventId);
      if (organizationId) await this.announce(organizationId, eventIds);
    });
  }

  // Announcements of one organization wait for each other, and for mails.
  private async enqueue(tx: EntityManager, organizationId: string, eventIds: readonly string[]): Promise<void> {
    const options = { queue: `announce:${organizationId}`, priority: 1, maxAttempts: 10 };
    await this.jobs.add(tx, ANNOUNCE, { organizationId, eventIds }, options);
  }

  private async completed(eventId: string): Promise<{ organizationId?: string; eventIds: string[] }> {
    const [row] = await this.database.query<{ organizationId: string }[]>(ORGANIZATION_OF_EVENT, [eventId]);
    return { organizationId: row?.organizationId, eventIds: [eventId] };
  }

  private async announce(organizationId: string, eventIds: readonly string[]): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const events = await tx.find(Event, { where: { organizationId, id: In([...eventIds]) }, order: { id: 'ASC' } });
      if (events.length === 0) return;
      const webhooks = await tx.query<{ id: string; types: string[] }[]>(
        'SELECT id, types FROM webhooks WHERE organization_id = $1 AND enabled FOR KEY SHARE',
        [organizationId],
      );
      const messages = events.flatMap((event) =>
        messagesOf(event).map((message) => ({
          eventId: event.id,
          type: message.type,
          payload: JSON.stringify(message),
        })),
      );
      const rows = messages.flatMap((message) =>
        webhooks
          .filter(({ types }) => types.length === 0 || types.includes(message.type))
          .map(({ id: webhookId }) => ({ id: newId(), webhookId, ...message })),
      );
      const made = await tx.query<{ id: string }[]>(
        `INSERT INTO webhook_deliveries (id, organization_id, webhook_id, event_id, type, payload, next_attempt_at)
         SELECT id, $1::uuid, "webhookId", "eventId", type, payload, now()
         FROM json_to_recordset($2::json) AS d(id uuid, "webhookId" uuid, "eventId" uuid, type text, payload text)
         ON CONFLICT ON CONSTRAINT uq_webhook_deliveries_event DO NOTHING RETURNING id`,
        [organizationId, JSON.stringify(rows)],
      );
      await scheduleDeliveries(
        tx,
        organizationId,
        made.map(({ id }) => id),
      );
    });
  }
}
