import { query } from '#libs/database';
import { Forbidden, InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { linkEvidence, requireEvidence, unlinkRecords } from '../evidence/link-evidence.js';
import type { Principal } from '../../platform/http/current.js';
import { REFUSALS } from '../../platform/http/refusal.js';
import { loadDetailed } from '../../platform/lists/details.js';
import { pageOf, type RecordList } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import { productStaysLock, requireLive } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { checkIfMatch } from '../../platform/work/check-if-match.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { entryNumber } from './cells.js';
import { Comment, type CommentedKind } from './comment.entity.js';
import type { Commented, CommentedRecord } from './commented.js';
import { ADD, DELETE, EDIT, LIST_VERSIONS } from './comments.sql.js';
import type { CommentVersionDto, CreateComment, ListCommentsQuery, UpdateComment } from './dto/comment.dto.js';
import { CommentDeleted, NotAuthor } from './errors.js';
import { Mentions } from './mentions.service.js';
import { SHOWN, type ShownComment } from './shown-comment.js';

/** Where comments are: on a record of a product. */
export interface CommentsOf {
  of: Commented;
  product: Product;
  key: string | number;
}

/** A comment that was written, or that was changed or deleted. */
export interface WrittenComment {
  organizationId: string;
  id: string;
  isNew: boolean;
  productSlug: string;
  record: { kind: CommentedKind; id: string; number: number | null; title: string | null };
}

/** What people say about records. */
@Injectable()
export class CommentsService {
  /** Steps that run in the unit of each change of a comment. */
  readonly onWritten: ((tx: EntityManager, comment: WrittenComment) => Promise<void>)[] = [];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
    private readonly mentions: Mentions,
  ) {}

  list({ of, product, key }: CommentsOf, query: ListCommentsQuery): Promise<Page<ShownComment>> {
    const { requirementId, order } = query;
    const entry = entryNumber(query.entry, '/entry');
    return this.replicas.read(async (manager) => {
      const record = await of.find(manager, product, key, false);
      const list: RecordList = {
        owner: ['organization_id', record.organizationId],
        where: [
          (bind) => `l.record_id = ${bind(record.id)}`,
          ...(requirementId === undefined ? [] : [(bind: Bind) => `l.requirement_id = ${bind(requirementId)}`]),
          ...(entry === null ? [] : [(bind: Bind) => `l.entry = ${bind(entry)}`]),
        ],
      };
      const sorted = { ...query, sortField: 'number', sortDirection: order };
      return pageOf(manager, ['comment', Comment], { ...list, details: SHOWN }, sorted);
    });
  }

  async read({ of, product, key }: CommentsOf, id: string): Promise<ShownComment> {
    const { manager } = this.database;
    return shown(manager, await of.find(manager, product, key, false), id);
  }

  async versions(where: CommentsOf, id: string): Promise<CommentVersionDto[]> {
    const { comment } = await this.read(where, id);
    return query(this.database.manager, LIST_VERSIONS, [comment.organizationId, comment.id]);
  }

  async create(
    where: CommentsOf,
    caller: Principal,
    { body, cell: requestedCell, evidenceIds = [] }: CreateComment,
  ): Promise<ShownComment> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { of, product } = where;
      const record = await locked(change, where);
      const cell = requestedCell && {
        requirementId: requestedCell.requirementId,
        entry: entryNumber(requestedCell.entry, '/cell/entry')!,
      };
      if (cell) await (of.requireCell ?? refuseCell)(tx, record, cell);
      const text = await this.mentions.render(tx, product, body);
      await requireEvidence(tx, product, namedEvidence(evidenceIds));
      await requireLive(tx, product);
      const id = newId();
      const { key, userId } = caller;
      const [added] = await query(tx, ADD, [
        ...([record.organizationId, id, record.productId, of.kind, record.id] as const),
        ...([cell?.requirementId ?? null, cell?.entry ?? null, text.body, text.html] as const),
        ...([key ? null : userId, key?.id ?? null, key?.name ?? null] as const),
        ...([text.mentionedUserIds, JSON.stringify(text.mentionedIssues)] as const),
      ]);
      await linkEvidence(tx, record.organizationId, evidenceIds.length > 0 ? [{ recordId: id, evidenceIds }] : []);
      await of.onComment?.(change, record, {
        authorUserId: key ? null : userId,
        mentionedUserIds: text.mentionedUserIds,
      });
      await this.notifyWritten(tx, where, record, id, true);
      change.record({
        ...subjectOfComment(record, { id, number: added!.number }),
        type: 'comment.created',
        changes: [{ field: 'on', from: null, to: { kind: of.kind, id: record.id, number: record.number } }],
      });
      return shown(tx, record, id);
    });
  }

  async update(
    where: CommentsOf,
    caller: Principal,
    id: string,
    { body, evidenceIds }: UpdateComment,
  ): Promise<ShownComment> {
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const record = await locked(change, where);
      const { comment, evidenceIds: former } = await shown(tx, record, id);
      if (comment.deletedAt === null && !isAuthor(comment, caller)) throw new NotAuthor();
      const text = await this.mentions.render(tx, where.product, body);
      await requireEvidence(tx, where.product, namedEvidence(evidenceIds ?? []));
      checkIfMatch(comment);
      await requireLive(tx, where.product);
      if (comment.deletedAt !== null) throw new CommentDeleted();
      const isOther = evidenceIds !== undefined && sorted(evidenceIds).join() !== former.join();
      if (isOther) await linkEvidence(tx, record.organizationId, [{ recordId: id, evidenceIds }]);
      if (comment.body !== body || isOther) {
        const { html, mentionedUserIds, mentionedIssues } = text;
        await query(tx, EDIT, [
          ...([comment.organizationId, comment.id, body, html, mentionedUserIds] as const),
          JSON.stringify(mentionedIssues),
        ]);
        await this.notifyWritten(tx, where, record, id, false);
        change.record({ ...subjectOfComment(record, comment), type: 'comment.updated' });
      }
      return shown(tx, record, id);
    });
  }

  async delete(where: CommentsOf, caller: Principal, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const record = await locked(change, where);
      const { comment } = await shown(tx, record, id);
      if (comment.deletedAt === null && !isAuthor(comment, caller) && caller.role === 'member')
        throw new Forbidden('role_too_low', REFUSALS['role_too_low']!);
      checkIfMatch(comment);
      await requireLive(tx, where.product);
      if (comment.deletedAt !== null) throw new CommentDeleted();
      await query(tx, DELETE, [comment.organizationId, comment.id]);
      await unlinkRecords(tx, comment.organizationId, [comment.id]);
      await this.notifyWritten(tx, where, record, id, false);
      change.record({ ...subjectOfComment(record, comment), type: 'comment.deleted' });
    });
  }

  private async notifyWritten(
    tx: EntityManager,
    { of, product }: CommentsOf,
    { organizationId, id: recordId, number, title }: CommentedRecord,
    id: string,
    isNew: boolean,
  ): Promise<void> {
    const record = { kind: of.kind, id: recordId, number, title };
    const comment = { organizationId, id, isNew, productSlug: product.slug, record };
    for (const step of this.onWritten) await step(tx, comment);
  }
}

type Bind = (value: unknown) => string;

/** The record, locked: then its comments change one after the other, and it does not go meanwhile. */
async function locked(change: ChangeContext, { of, product, key }: CommentsOf): Promise<CommentedRecord> {
  await change.lock(...(of.locks?.(product) ?? []), productStaysLock(product));
  return of.find(change.tx, product, key, true);
}

async function shown(tx: EntityManager, record: CommentedRecord, id: string): Promise<ShownComment> {
  const where = { organizationId: record.organizationId, id, recordId: record.id };
  const [found] = await loadDetailed(tx, ['comment', Comment], SHOWN, where);
  if (!found) throw new NotFound('comment');
  return found;
}

const sorted = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))].sort();

const namedEvidence = (ids: readonly string[]) => ids.map((id, index) => ({ path: `/evidenceIds/${index}`, id }));

const isAuthor = ({ authorUserId, authorKeyId }: Comment, { key, userId }: Principal): boolean =>
  key ? authorKeyId === key.id : authorUserId !== null && authorUserId === userId;

async function refuseCell(): Promise<void> {
  throw new InvalidInput([{ path: '/cell', code: 'not_applicable', message: 'Only audits have cells.' }]);
}

/** How an event names a comment: never by its text. */
export const subjectOfComment = (
  { organizationId, productId, title }: CommentedRecord,
  { id, number }: Pick<Comment, 'id' | 'number'>,
) => ({ organizationId, productId, subject: { id, number, title } });
