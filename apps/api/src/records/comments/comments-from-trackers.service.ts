import { query } from '#libs/database';
import { newId } from '#libs/ids';
import { mapInSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../../platform/events/event-draft.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { CommentedRecord } from './commented.js';
import { ADD_FROM_TRACKER, DELETE, EDIT, FROM_TRACKER, SET_TRACKER_USERS } from './comments.sql.js';
import { CommentsService, subjectOfComment } from './comments.service.js';
import { readMarkdown } from './markdown.js';

/** What somebody said in a tracker. */
export interface ImportedComment {
  /** Unique among all that is told of a record. */
  externalId: string;
  /** Null: an account that is gone. */
  author: string | null;
  /** The member who is said to have that account; null: nobody. */
  userId: string | null;
  body: string;
  at: Date;
}

/** What a tracker has of the comments on an issue; `isWhole` false: there may be more. */
export interface ImportedComments {
  comments: readonly ImportedComment[];
  isWhole: boolean;
}

/** The tracker that tells, and whose comments those are that begin so. */
export interface CommentSource {
  kind: string;
  prefix: string;
  actor: NonNullable<EventDraft['actor']>;
}

/** Nobody is mentioned by what is said elsewhere. */
const NOBODY = { people: new Map<string, string>(), issues: new Set<string>() };

/** What is said in trackers stands here too, and follows what becomes of it there. */
@Injectable()
export class CommentsFromTrackers {
  constructor(private readonly comments: CommentsService) {}

  /** Whether something is known here of which a tracker does not tell. */
  async isMissing(
    tx: EntityManager,
    { organizationId, id }: Pick<CommentedRecord, 'organizationId' | 'id'>,
    prefix: string,
    comments: readonly ImportedComment[],
  ): Promise<boolean> {
    const there = new Set(comments.map(({ externalId }) => externalId));
    const known = await query(tx, FROM_TRACKER, [organizationId, id, prefix]);
    return known.some(({ externalId, body }) => body !== null && !there.has(externalId));
  }

  /** Part of a change, in which the issue is locked. A fixed number of statements beside those of what was edited. */
  async follow(
    change: ChangeContext,
    record: CommentedRecord,
    productSlug: string,
    { kind, prefix, actor }: CommentSource,
    { comments, isWhole }: ImportedComments,
  ): Promise<void> {
    const { tx } = change;
    const { organizationId, id: recordId, productId, number: recordNumber, title } = record;
    const known = await query(tx, FROM_TRACKER, [organizationId, recordId, prefix]);
    const byId = new Map(known.map((comment) => [comment.externalId, comment]));
    const written = {
      organizationId,
      productSlug,
      record: { kind: 'issue' as const, id: recordId, number: recordNumber, title },
    };
    const notifyWritten = async (id: string, isNew: boolean): Promise<void> => {
      for (const step of this.comments.onWritten) await step(tx, { ...written, id, isNew });
    };
    // Somebody may have said later who is who. Whoever has left is still who wrote it.
    const named = comments.filter(({ externalId, userId }) => {
      const comment = byId.get(externalId);
      return comment && comment.body !== null && comment.hasName && userId !== null && comment.trackerUserId !== userId;
    });
    if (named.length > 0) {
      const ids = named.map(({ externalId }) => byId.get(externalId)!.id);
      await query(tx, SET_TRACKER_USERS, [organizationId, ids, named.map(({ userId }) => userId!)]);
    }
    const fresh = comments.filter(({ externalId }) => !byId.has(externalId));
    // A thousand of them may take long to render.
    const rows = await mapInSlices(fresh, (comment) => ({ id: newId(), ...comment, html: htmlOf(comment.body) }));
    const added =
      rows.length === 0
        ? []
        : await query(tx, ADD_FROM_TRACKER, [organizationId, productId, recordId, kind, JSON.stringify(rows)]);
    for (const { id, number } of added) {
      await notifyWritten(id, true);
      const on = { kind: 'issue', id: recordId, number: recordNumber };
      change.record({
        ...subjectOfComment(record, { id, number }),
        ...{ type: 'comment.created', actor, changes: [{ field: 'on', from: null, to: on }] },
      });
    }
    for (const { externalId, body } of comments) {
      const comment = byId.get(externalId);
      // What was deleted here stays so.
      if (!comment || comment.body === null || comment.body === body) continue;
      await query(tx, EDIT, [organizationId, comment.id, body, htmlOf(body), [], '[]']);
      await notifyWritten(comment.id, false);
      change.record({ ...subjectOfComment(record, comment), type: 'comment.updated', actor });
    }
    const there = new Set(comments.map(({ externalId }) => externalId));
    for (const comment of isWhole ? known : []) {
      if (comment.body === null || there.has(comment.externalId)) continue;
      await query(tx, DELETE, [organizationId, comment.id]);
      await notifyWritten(comment.id, false);
      change.record({ ...subjectOfComment(record, comment), type: 'comment.deleted', actor });
    }
  }
}

const htmlOf = (body: string): string => readMarkdown(body).html(NOBODY);
