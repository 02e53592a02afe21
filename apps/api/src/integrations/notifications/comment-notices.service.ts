import { inTransaction, query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CommentsService, type WrittenComment } from '../../records/comments/comments.service.js';
import { excerptOf } from './excerpt.js';
import { FORGET_NOTIFICATIONS, SET_EXCERPT, COMMENT_TO_NOTIFY } from './notifications.sql.js';
import { notify } from './notify.js';

/** The job that tells people of a comment. */
const COMMENT_JOB = 'tell_of_comment';

/** Tells people of comments, by jobs: a request never waits for how many watch. */
@Injectable()
export class CommentNotices implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly comments: CommentsService,
  ) {}

  onModuleInit(): void {
    this.comments.onWritten.push((tx, comment) => this.enqueue(tx, comment));
    this.jobs.handle<WrittenComment>(COMMENT_JOB, (comment) => this.notifyOf(comment));
    this.jobs.schedule('41 3 * * *', 'forget_notifications', async () => {
      await query(this.database.manager, FORGET_NOTIFICATIONS, []);
    });
  }

  // Those of one organization follow each other: what is merged is not made twice.
  private async enqueue(tx: EntityManager, comment: WrittenComment): Promise<void> {
    await this.jobs.add(tx, COMMENT_JOB, comment, {
      queue: `notices:${comment.organizationId}`,
      priority: 1,
      maxAttempts: 10,
    });
  }

  /** Reads the comment as it is now: one that was changed or deleted meanwhile is told so. It may run twice. */
  private async notifyOf({ organizationId, id, isNew, record, productSlug }: WrittenComment): Promise<void> {
    const [comment] = await query(this.database.manager, COMMENT_TO_NOTIFY, [organizationId, id]);
    const excerpt = comment?.body ? excerptOf(comment.body) : null;
    if (!isNew || !comment || excerpt === null) {
      await query(this.database.manager, SET_EXCERPT, [id, excerpt]);
      return;
    }
    const { authorUserId, authorName } = comment;
    const mentioned = comment.mentioned.filter((userId) => userId !== authorUserId);
    const others = comment.others.filter((userId) => userId !== authorUserId && !mentioned.includes(userId));
    const facts = {
      ...{ subjectKind: record.kind, subjectId: record.id, subjectNumber: record.number, subjectTitle: record.title },
      ...{ productSlug, actorUserId: authorUserId, actorName: authorName, commentId: id, excerpt, since: null },
    };
    await inTransaction(this.database, async (tx) => {
      await notify(tx, organizationId, [
        { userIds: mentioned, notification: { kind: 'mentioned', ...facts } },
        { userIds: others, notification: { kind: 'commented', ...facts } },
      ]);
    });
  }
}
