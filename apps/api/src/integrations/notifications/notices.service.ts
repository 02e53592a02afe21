import { clock } from '#libs/clock';
import { inTransaction, query } from '#libs/database';
import { NIL_ID } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { currentRequest } from '#libs/logging';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Notice } from '../../platform/work/notice.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import {
  ISSUES_WITH_DATES,
  MANAGERS,
  ORGANIZATIONS_WITH_DATES,
  REGRESSED_ISSUES,
  INVITATIONS_TO_NOTIFY,
  ISSUES_TO_NOTIFY,
  PRODUCTS_TO_NOTIFY,
} from './notices.sql.js';
import { notify, type AddressedNotification } from './notify.js';
import {
  type NotificationOrigin,
  certificatesNotification,
  connectionNotification,
  invitationNotification,
  issueNotification,
  monitorNotification,
  productNotification,
} from './new-notifications.js';

/** The job that tells people of what units have noted. */
const CHANGES_JOB = 'tell_of_changes';
/** How many issues whose dates come near are told at once. */
const AT_ONCE = 1000;

/** What a unit has noted for one organization, by whom and when. */
interface NoticeJob {
  organizationId: string;
  notices: readonly Notice[];
  actor: { id: string | null; name: string } | null;
  at: string;
}

/** Tells people of what is theirs to do, of dates, Grades and connections, by jobs: nobody waits for it. */
@Injectable()
export class Notices implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.unitOfWork.notifyBy((tx, notices) => this.enqueue(tx, notices));
    this.jobs.handle<NoticeJob>(CHANGES_JOB, (job) => this.notifyOfChanges(job));
    this.jobs.schedule('29 * * * *', 'tell_of_dates', () => this.notifyOfDates());
  }

  // Those of one organization follow each other: what is merged is not made twice.
  private async enqueue(tx: EntityManager, notices: readonly Notice[]): Promise<void> {
    const { actor } = currentRequest();
    const { id, kind, name } = actor;
    const by = kind === 'system' ? null : { id: kind === 'user' ? id : null, name };
    const at = clock.now().toISOString();
    for (const organizationId of new Set(notices.map((notice) => notice.organizationId))) {
      const organizationNotices = notices.filter((notice) => notice.organizationId === organizationId);
      const options = { queue: `notices:${organizationId}`, priority: 1, maxAttempts: 10 };
      const job: NoticeJob = { organizationId, notices: organizationNotices, actor: by, at };
      await this.jobs.add(tx, CHANGES_JOB, job, options);
    }
  }

  /** It may run twice: who was told since the change is not told again. */
  private async notifyOfChanges({ organizationId, notices, actor, at }: NoticeJob): Promise<void> {
    const origin = { actorUserId: actor?.id ?? null, actorName: actor?.name ?? null, since: new Date(at) };
    await inTransaction(this.database, async (tx) => {
      const notifications = [
        ...(await assigned(tx, organizationId, notices, origin)),
        ...(await gradesDropped(tx, organizationId, notices, origin)),
        ...(await regressed(tx, organizationId, notices, origin)),
        ...(await invited(tx, organizationId, notices, origin)),
        ...(await connectionsFailing(tx, organizationId, notices, origin)),
        ...(await monitorsFailing(tx, organizationId, notices, origin)),
        ...(await certificatesEnding(tx, organizationId, notices, origin)),
      ];
      const ofOthers = ({ userIds, notification }: AddressedNotification): AddressedNotification => ({
        userIds: userIds.filter((userId) => userId !== actor?.id),
        notification,
      });
      await notify(tx, organizationId, notifications.map(ofOthers));
    });
  }

  /** Each date once before it comes, and once when it has passed. */
  private async notifyOfDates(): Promise<void> {
    for (const { id } of await query(this.database.manager, ORGANIZATIONS_WITH_DATES, [])) {
      let behind = NIL_ID;
      for (;;) {
        const issues = await query(this.database.manager, ISSUES_WITH_DATES, [id, behind, AT_ONCE]);
        const notifications = issues.map(({ isOverdue, since, ...issue }) => {
          const origin = { actorUserId: null, actorName: null, since };
          return {
            userIds: [issue.assigneeId],
            notification: issueNotification(isOverdue ? 'overdue' : 'due_soon', issue, origin),
          };
        });
        await inTransaction(this.database, (tx) => notify(tx, id, notifications));
        if (issues.length < AT_ONCE) break;
        behind = issues.at(-1)!.id;
      }
    }
  }
}

type NotificationsOf = (
  tx: EntityManager,
  organizationId: string,
  notices: readonly Notice[],
  origin: NotificationOrigin,
) => Promise<AddressedNotification[]>;

const assigned: NotificationsOf = async (tx, organizationId, notices, origin) => {
  const assignments = notices.flatMap((notice) => (notice.kind === 'assigned' ? notice.assignments : []));
  if (assignments.length === 0) return [];
  const given = new Map(assignments.map(({ issueId, userId }) => [issueId, userId.toLowerCase()]));
  const issues = await query(tx, ISSUES_TO_NOTIFY, [organizationId, [...given.keys()]]);
  // Whose it is no more is not told.
  const still = issues.filter(({ id, assigneeId }) => given.get(id) === assigneeId);
  return still.map((issue) => ({
    userIds: [issue.assigneeId],
    notification: issueNotification('assigned', issue, origin),
  }));
};

const gradesDropped: NotificationsOf = async (tx, organizationId, notices, origin) => {
  const dropped = new Map(
    notices.flatMap((notice) => (notice.kind === 'grade_dropped' ? [[notice.productId, notice] as const] : [])),
  );
  if (dropped.size === 0) return [];
  const products = await query(tx, PRODUCTS_TO_NOTIFY, [organizationId, [...dropped.keys()]]);
  return products.map(({ responsiblePersonId, pinnedBy, ...product }) => {
    const { from, to } = dropped.get(product.id)!;
    return {
      userIds: [...new Set([...(responsiblePersonId ? [responsiblePersonId] : []), ...pinnedBy])],
      notification: productNotification('grade_dropped', product, `${from} → ${to}`, origin),
    };
  });
};

/** Once, however often scans find it until the issue is opened again. */
const regressed: NotificationsOf = async (tx, organizationId, notices, origin) => {
  const notifications = notices.map(async (notice): Promise<AddressedNotification[]> => {
    if (notice.kind !== 'regressed') return [];
    const issues = await query(tx, REGRESSED_ISSUES, [organizationId, notice.productId, notice.activityId]);
    return issues.map(({ userId, closedAt: since, ...issue }) => ({
      userIds: [userId],
      notification: issueNotification('regressed', issue, { ...origin, since }),
    }));
  });
  return (await Promise.all(notifications)).flat();
};

/** Whose verified address it is; by who invites, also where a job mails it. */
const invited: NotificationsOf = async (tx, organizationId, notices, origin) => {
  const ids = notices.flatMap((notice) => (notice.kind === 'invited' ? [notice.invitationId] : []));
  const invitations = ids.length === 0 ? [] : await query(tx, INVITATIONS_TO_NOTIFY, [organizationId, ids]);
  return invitations.map(({ id, userId, inviterId: actorUserId, inviterName: actorName }) => ({
    userIds: [userId],
    notification: invitationNotification(id, { ...origin, actorUserId, actorName }),
  }));
};

const connectionsFailing: NotificationsOf = async (tx, organizationId, notices, origin) => {
  const failing = notices.flatMap((notice) => (notice.kind === 'connection_failing' ? [notice.subject] : []));
  if (failing.length === 0) return [];
  const userIds = (await query(tx, MANAGERS, [organizationId])).map(({ userId }) => userId);
  return failing.map((subject) => ({ userIds, notification: connectionNotification(subject, origin) }));
};

const certificatesEnding: NotificationsOf = async (tx, organizationId, notices, origin) => {
  const ending = notices.filter((notice) => notice.kind === 'certificate_ending');
  if (ending.length === 0) return [];
  const userIds = (await query(tx, MANAGERS, [organizationId])).map(({ userId }) => userId);
  return ending.map((notice) => ({ userIds, notification: certificatesNotification(notice, origin) }));
};

/** Who answers for the product; where nobody does, who manages the organization. */
const monitorsFailing: NotificationsOf = async (tx, organizationId, notices, origin) => {
  const failing = notices.flatMap((notice) => (notice.kind === 'monitor_failing' ? [notice] : []));
  if (failing.length === 0) return [];
  const products = await query(tx, PRODUCTS_TO_NOTIFY, [organizationId, failing.map(({ productId }) => productId)]);
  const managers = (await query(tx, MANAGERS, [organizationId])).map(({ userId }) => userId);
  return failing.flatMap(({ productId, subject }) => {
    const product = products.find(({ id }) => id === productId);
    if (!product) return [];
    const userIds = product.responsiblePersonId ? [product.responsiblePersonId] : managers;
    return [{ userIds, notification: monitorNotification({ ...subject, productSlug: product.slug }, origin) }];
  });
};
