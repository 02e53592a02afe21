import { inTransaction, query } from '#libs/database';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Event } from '../events/event.entity.js';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import { messagesOf } from './messages.js';
import { scheduleDeliveries } from './schedule-deliveries.js';
import { isInUse } from './suspended-webhooks.js';
import { INSERT_DELIVERIES, ORGANIZATION_OF_EVENT, WEBHOOKS_PRESENT } from './webhooks.sql.js';

const ANNOUNCE = 'announce_event';

/** A webhook as it was when an event happened; without types it is told of everything. */
interface Listener {
  id: string;
  types: string[];
}

/** The events of one unit, and who is told of them. */
interface Announcement {
  organizationId: string;
  eventIds: string[];
  /** Absent in jobs that a former version queued: the webhooks that are on when the job runs. */
  listeners?: Listener[];
}

/** Jobs that a former version queued for single events do not name the organization. */
type AnnounceJob = Announcement | { eventId: string };

/** In SQL: the webhooks of an organization that are enabled, as json; null if there are none. */
const listenersOf = (organization: string): string =>
  `(SELECT json_agg(json_build_object('id', w.id, 'types', w.types)) FROM webhooks w
    WHERE w.organization_id = ${organization} AND w.enabled AND ${isInUse('w')})`;

/**
 * Makes the messages of events for the webhooks of their organization. A unit that records events queues that in its
 * own transaction, so no change that is made stays untold, together with the webhooks that are on at that moment: those
 * that are told, whatever is done to them until the job runs.
 */
@Injectable()
export class AnnouncementsService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.unitOfWork.onRecorded<Listener[]>({
      audience: listenersOf,
      onRecorded: (tx, ...announcement) => this.enqueue(tx, ...announcement),
    });
    this.jobs.handle<AnnounceJob>(ANNOUNCE, async (job) => {
      const announcement = 'eventIds' in job ? job : await this.completed(job.eventId);
      if (announcement) await this.announce(announcement);
    });
  }

  // Announcements of one organization wait for each other, and for mails.
  private async enqueue(
    tx: EntityManager,
    organizationId: string,
    eventIds: readonly string[],
    listeners: readonly Listener[],
  ): Promise<void> {
    const options = { queue: `announce:${organizationId}`, priority: 1, maxAttempts: 10 };
    await this.jobs.add(tx, ANNOUNCE, { organizationId, eventIds, listeners }, options);
  }

  private async completed(eventId: string): Promise<Announcement | undefined> {
    const [row] = await query(this.database, ORGANIZATION_OF_EVENT, [eventId]);
    return row && { ...row, eventIds: [eventId] };
  }

  private async announce({ organizationId, eventIds, listeners }: Announcement): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const events = await tx.find(Event, { where: { organizationId, id: In([...eventIds]) }, order: { id: 'ASC' } });
      if (events.length === 0) return;
      const present = await query(tx, WEBHOOKS_PRESENT, [organizationId]);
      const announced = listeners
        ? listeners.filter(({ id }) => present.some((webhook) => webhook.id === id))
        : present.filter(({ enabled }) => enabled);
      const messages = events.flatMap((event) =>
        messagesOf(event).map((message) => ({
          eventId: event.id,
          type: message.type,
          payload: JSON.stringify(message),
        })),
      );
      const rows = messages.flatMap((message) =>
        announced
          .filter(({ types }) => types.length === 0 || types.includes(message.type))
          .map(({ id: webhookId }) => ({ id: newId(), webhookId, ...message })),
      );
      const made = await query(tx, INSERT_DELIVERIES, [organizationId, JSON.stringify(rows)]);
      await scheduleDeliveries(
        tx,
        organizationId,
        made.map(({ id }) => id),
      );
    });
  }
}
