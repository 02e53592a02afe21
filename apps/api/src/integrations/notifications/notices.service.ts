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
  TOLD_INVITATIONS,
  TOLD_ISSUES,
  TOLD_PRODUCTS,
} from './notices.sql.js';
import { tell, type Telling } from './tell.js';
import {
  type Said,
  toldCertificates,
  toldConnection,
  toldInvitation,
  toldIssue,
  toldMonitor,
  toldProduct,
} from './told.js';

/** The job that tells people of what units have noted. */
const TELL_OF_CHANGES = 'tell_of_changes';
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
    this.jobs.handle<NoticeJob>(TELL_OF_CHANGES, (job) => this.tellOfChanges(job));
    this.jobs.schedule('29 * * * *', 'tell_of_dates', () => this.tellOfDates());
  }

  // Those of one organization follow each other: what is merged is not made twice.
  private async enqueue(tx: EntityManager, notices: readonly Notice[]): Promise<void> {
    const { actor } = currentRequest();
    const { id, kind, name } = actor;
    const by = kind === 'system' ? null : { id: kind === 'user' ? id : null, name };
    const at = clock.now().toISOString();
    for (const organizationId of new Set(notices.map((notice) => notice.organizationId))) {
      const own = notices.filter((notice) => notice.organizationId === organizationId);
      const options = { queue: `notices:${organizationId}`, priority: 1, maxAttempts: 10 };
      const job: NoticeJob = { organizationId, notices: own, actor: by, at };
      await this.jobs.add(tx, TELL_OF_CHANGES, job, options);
    }
  }

  /** It may run twice: who was told since the change is not told again. */
  private async tellOfChanges({ organizationId, notices, actor, at }: NoticeJob): Promise<void> {
    const said = { actorUserId: actor?.id ?? null, actorName: actor?.name ?? null, since: new Date(at) };
    await inTransaction(this.database, async (tx) => {
      const tellings = [
        ...(await assigned(tx, organizationId, notices, said)),
        ...(await gradesDropped(tx, organizationId, notices, said)),
        ...(await regressed(tx, organizationId, notices, said)),
        ...(await invited(tx, organizationId, notices, said)),
        ...(await connectionsFailing(tx, organizationId, notices, said)),
        ...(await monitorsFailing(tx, organizationId, notices, said)),
        ...(await certificatesEnding(tx, organizationId, notices, said)),
      ];
      const ofOthers = ({ userIds, told }: Telling): Telling => ({
        userIds: userIds.filter((userId) => userId !== actor?.id),
        told,
      });
      await tell(tx, organizationId, tellings.map(ofOthers));
    });
  }

  /** Each date once before it comes, and once when it has passed. */
  private async tellOfDates(): Promise<void> {
    for (const { id } of await query(this.database.manager, ORGANIZATIONS_WITH_DATES, [])) {
      let behind = NIL_ID;
      for (;;) {
        const issues = await query(this.database.manager, ISSUES_WITH_DATES, [id, behind, AT_ONCE]);
        const tellings = issues.map(({ isOverdue, since, ...issue }) => {
          const said = { actorUserId: null, actorName: null, since };
          return { userIds: [issue.assigneeId], told: toldIssue(isOverdue ? 'overdue' : 'due_soon', issue, said) };
        });
        await inTransaction(this.database, (tx) => tell(tx, id, tellings));
        if (issues.length < AT_ONCE) break;
        behind = issues.at(-1)!.id;
      }
    }
  }
}

type TellingsOf = (
  tx: EntityManager,
  organizationId: string,
  notices: readonly Notice[],
  said: Said,
) => Promise<Telling[]>;

const assigned: TellingsOf = async (tx, organizationId, notices, said) => {
  const assignments = notices.flatMap((notice) => (notice.kind === 'assigned' ? notice.assignments : []));
  if (assignments.length === 0) return [];
  const given = new Map(assignments.map(({ issueId, userId }) => [issueId, userId.toLowerCase()]));
  const issues = await query(tx, TOLD_ISSUES, [organizationId, [...given.keys()]]);
  // Whose it is no more is not told.
  const still = issues.filter(({ id, assigneeId }) => given.get(id) === assigneeId);
  return still.map((issue) => ({ userIds: [issue.assigneeId], told: toldIssue('assigned', issue, said) }));
};

const gradesDropped: TellingsOf = async (tx, organizationId, notices, said) => {
  const dropped = new Map(
    notices.flatMap((notice) => (notice.kind === 'grade_dropped' ? [[notice.productId, notice] as const] : [])),
  );
  if (dropped.size === 0) return [];
  const products = await query(tx, TOLD_PRODUCTS, [organizationId, [...dropped.keys()]]);
  return products.map(({ responsiblePersonId, pinnedBy, ...product }) => {
    const { from, to } = dropped.get(product.id)!;
    return {
      userIds: [...new Set([...(responsiblePersonId ? [responsiblePersonId] : []), ...pinnedBy])],
      told: toldProduct('grade_dropped', product, `${from} → ${to}`, said),
    };
  });
};

/** Once, however often scans find it until the issue is opened again. */
const regressed: TellingsOf = async (tx, organizationId, notices, said) => {
  const tellings = notices.map(async (notice): Promise<Telling[]> => {
    if (notice.kind !== 'regressed') return [];
    const issues = await query(tx, REGRESSED_ISSUES, [organizationId, notice.productId, notice.activityId]);
    return issues.map(({ userId, closedAt: since, ...issue }) => ({
      userIds: [userId],
      told: toldIssue('regressed', issue, { ...said, since }),
    }));
  });
  return (await Promise.all(tellings)).flat();
};

/** Whose verified address it is; by who invites, also where a job mails it. */
const invited: TellingsOf = async (tx, organizationId, notices, said) => {
  const ids = notices.flatMap((notice) => (notice.kind === 'invited' ? [notice.invitationId] : []));
  const invitations = ids.length === 0 ? [] : await query(tx, TOLD_INVITATIONS, [organizationId, ids]);
  return invitations.map(({ id, userId, inviterId: actorUserId, inviterName: actorName }) => ({
    userIds: [userId],
    told: toldInvitation(id, { ...said, actorUserId, actorName }),
  }));
};

const connectionsFailing: TellingsOf = async (tx, organizationId, notices, said) => {
  const failing = notices.flatMap((notice) => (notice.kind === 'connection_failing' ? [notice.subject] : []));
  if (failing.length === 0) return [];
  const userIds = (await query(tx, MANAGERS, [organizationId])).map(({ userId }) => userId);
  return failing.map((subject) => ({ userIds, told: toldConnection(subject, said) }));
};

const certificatesEnding: TellingsOf = async (tx, organizationId, notices, said) => {
  const ending = notices.filter((notice) => notice.kind === 'certificate_ending');
  if (ending.length === 0) return [];
  const userIds = (await query(tx, MANAGERS, [organizationId])).map(({ userId }) => userId);
  return ending.map((notice) => ({ userIds, told: toldCertificates(notice, said) }));
};

/** Who answers for the product; where nobody does, who manages the organization. */
const monitorsFailing: TellingsOf = async (tx, organizationId, notices, said) => {
  const failing = notices.flatMap((notice) => (notice.kind === 'monitor_failing' ? [notice] : []));
  if (failing.length === 0) return [];
  const products = await query(tx, TOLD_PRODUCTS, [organizationId, failing.map(({ productId }) => productId)]);
  const managers = (await query(tx, MANAGERS, [organizationId])).map(({ userId }) => userId);
  return failing.flatMap(({ productId, subject }) => {
    const product = products.find(({ id }) => id === productId);
    if (!product) return [];
    const userIds = product.responsiblePersonId ? [product.responsiblePersonId] : managers;
    return [{ userIds, told: toldMonitor({ ...subject, productSlug: product.slug }, said) }];
  });
};
