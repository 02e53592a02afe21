import { inTransaction, query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CommentsService, type WrittenComment } from '../../records/comments/comments.service.js';
import { excerptOf } from './excerpt.js';
import { FORGET_NOTIFICATIONS, SET_EXCERPT, TOLD_COMMENT } from './notifications.sql.js';
import { tell } from './tell.js';

/** The job that tells people of a comment. */
const TELL_OF_COMMENT = 'tell_of_comment';

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
    this.jobs.handle<WrittenComment>(TELL_OF_COMMENT, (comment) => this.tell(comment));
    this.jobs.schedule('41 3 * * *', 'forget_notifications', async () => {
      await query(this.database.manager, FORGET_NOTIFICATIONS, []);
    });
  }

  // Those of one organization follow each other: what is merged is not made twice.
  private async enqueue(tx: EntityManager, comment: WrittenComment): Promise<void> {
    await this.jobs.add(tx, TELL_OF_COMMENT, comment, {
      queue: `notices:${comment.organizationId}`,
      priority: 1,
      maxAttempts: 10,
    });
  }

  /** Reads the comment as it is now: one that was changed or deleted meanwhile is told so. It may run twice. */
  private async tell({ organizationId, id, isNew, record, productSlug }: WrittenComment): Promise<void> {
    const [comment] = await query(this.database.manager, TOLD_COMMENT, [organizationId, id]);
    const excerpt = comment?.body ? excerptOf(comment.body) : null;
    if (!isNew || !comment || excerpt === null) {
      await query(this.database.manager, SET_EXCERPT, [id, excerpt]);
      return;
    }
    const { authorUserId, authorName } = comment;
    const mentioned = comment.mentioned.filter((userId) => userId !== authorUserId);
    const others = comment.others.filter((userId) => userId !== authorUserId && !mentioned.includes(userId));
    const told = {
      ...{ subjectKind: record.kind, subjectId: record.id, subjectNumber: record.number, subjectTitle: record.title },
      ...{ productSlug, actorUserId: authorUserId, actorName: authorName, commentId: id, excerpt, since: null },
    };
    await inTransaction(this.database, async (tx) => {
      await tell(tx, organizationId, [
        { userIds: mentioned, told: { kind: 'mentioned', ...told } },
        { userIds: others, told: { kind: 'commented', ...told } },
      ]);
    });
  }
}
