import { inTransaction, query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Event } from '../../platform/events/event.entity.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { makeDeliveries } from './make-deliveries.js';
import { type MessageDraft, messagesOf } from './messages.js';
import { Snapshots } from './snapshots.service.js';
import { isInUse } from './suspended-webhooks.js';
import { ORGANIZATION_OF_EVENT, WEBHOOKS_PRESENT } from './webhooks.sql.js';

/** The job that makes the messages of events. */
export const ANNOUNCE = 'announce_event';
/** A bulk confirmation makes a thousand messages, each with a record. */
const AT_ONCE = 500;

/** A webhook as it was when an event happened; without types it is told of everything. */
interface Listener {
  id: string;
  types: string[];
}

/** The events of one unit, the issues that it made, and who is told of them. */
interface Announcement {
  organizationId: string;
  eventIds: string[];
  /** Absent: none. */
  issueIds?: readonly string[];
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
    private readonly snapshots: Snapshots,
  ) {}

  onModuleInit(): void {
    this.unitOfWork.onRecorded<Listener[]>({
      audience: listenersOf,
      onRecorded: (tx, { issueIds, ...event }, listeners) =>
        this.enqueue(tx, { ...event, ...(issueIds.length > 0 ? { issueIds } : {}), listeners }),
    });
    this.jobs.handle<AnnounceJob>(ANNOUNCE, async (job) => {
      const announcement = 'eventIds' in job ? job : await this.completed(job.eventId);
      if (announcement) await this.announce(announcement);
    });
  }

  // Announcements of one organization wait for each other, and for mails.
  private async enqueue(tx: EntityManager, announcement: Announcement): Promise<void> {
    const options = { queue: `announce:${announcement.organizationId}`, priority: 1, maxAttempts: 10 };
    await this.jobs.add(tx, ANNOUNCE, announcement, options);
  }

  private async completed(eventId: string): Promise<Announcement | undefined> {
    const [row] = await query(this.database, ORGANIZATION_OF_EVENT, [eventId]);
    return row && { ...row, eventIds: [eventId] };
  }

  private async announce({ organizationId, eventIds, issueIds = [], listeners }: Announcement): Promise<void> {
    const { manager } = this.database;
    const where = { organizationId, id: In([...eventIds]) };
    const events = await manager.find(Event, { where, order: { id: 'ASC' } });
    const present = await query(manager, WEBHOOKS_PRESENT, [organizationId]);
    const announced = listeners
      ? listeners.filter(({ id }) => present.some((webhook) => webhook.id === id))
      : present.filter(({ enabled }) => enabled);
    const isHeard = ({ type }: MessageDraft): boolean => announced.some((listener) => hears(listener, type));
    const drafts = events.flatMap((event, index) => messagesOf(event, index === 0 ? issueIds : [])).filter(isHeard);
    for (let from = 0; from < drafts.length; from += AT_ONCE)
      await this.make(organizationId, drafts.slice(from, from + AT_ONCE), announced);
  }

  private async make(
    organizationId: string,
    drafts: readonly MessageDraft[],
    listeners: readonly Listener[],
  ): Promise<void> {
    await inTransaction(this.database, async (tx) => {
      const subjects = drafts.map(({ subject }) => subject);
      const surroundingsOf = await this.snapshots.surroundingsOf(tx, organizationId, subjects);
      const deliveries = drafts.flatMap(({ subject, dataOf, ...draft }) => {
        const data = dataOf(surroundingsOf(subject));
        const heard = listeners.filter((listener) => hears(listener, draft.type));
        return heard.map(({ id: webhookId }) => ({ ...draft, webhookId, data }));
      });
      await makeDeliveries(tx, organizationId, deliveries);
    });
  }
}

const hears = ({ types }: Listener, type: string): boolean => types.length === 0 || types.includes(type);
