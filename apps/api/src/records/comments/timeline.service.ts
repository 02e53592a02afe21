import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { ChangeDto } from '../../platform/events/dto/change.dto.js';
import { loadDetailed } from '../../platform/lists/details.js';
import { refusePosition } from '../../platform/lists/errors.js';
import { Pagination } from '../../platform/lists/pagination.js';
import { currentPaging } from '../../platform/lists/paging.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { Comment } from './comment.entity.js';
import type { CommentsOf } from './comments.service.js';
import { CommentDto } from './dto/comment.dto.js';
import type { TimelineEntryDto, TimelinePage, TimelineQuery } from './dto/timeline.dto.js';
import { SHOWN } from './shown-comment.js';
import { COUNT_TIMELINE, type EntryRow, TIMELINE } from './timeline.sql.js';

/** What was said about a record and what happened to it, in one order. */
@Injectable()
export class TimelineService {
  constructor(private readonly replicas: ReplicaReads) {}

  read(
    { enabledModules }: Organization,
    { of, product, key }: CommentsOf,
    { order, ...given }: TimelineQuery,
  ): Promise<TimelinePage> {
    const withEvents = enabledModules.includes('changes');
    const paging = currentPaging();
    const { page, pageSize, total } = { ...given, ...paging.part };
    const [behindAt = null, behindId = null] = paging.after(2) ?? [];
    const offset = (page - 1) * pageSize;
    return this.replicas.read(async (manager) => {
      const { organizationId, id } = await of.find(manager, product, key, false);
      const rows = await query(manager, TIMELINE({ order, withEvents }), [
        ...([organizationId, id, behindAt, behindId, pageSize, offset] as const),
      ]).catch(refusePosition);
      const last = rows.at(-1);
      if (last && rows.length === pageSize) paging.goOnBehind([last.atText, last.id]);
      const ids = rows.filter(({ event }) => event === null).map((row) => row.id);
      const comments =
        ids.length === 0 ? [] : await loadDetailed(manager, ['comment', Comment], SHOWN, { organizationId, id: ids });
      const byId = new Map(comments.map((shown) => [shown.comment.id, CommentDto.from(shown)]));
      const [counted] = total ? await query(manager, COUNT_TIMELINE, [organizationId, id]) : [];
      const count = counted ? counted.comments + (withEvents ? counted.events : 0) : null;
      return {
        entries: rows.map((row) => entryOf(row, byId)),
        pagination: Pagination.of({ page, pageSize, total: count }),
      };
    });
  }
}

function entryOf({ id, at, event }: EntryRow, comments: ReadonlyMap<string, CommentDto>): TimelineEntryDto {
  if (event === null) return { kind: 'comment', id, at, comment: comments.get(id) ?? null, change: null };
  const change = ChangeDto.from({ ...event, at, accountId: null, address: null, userAgent: null, keptUntil: null });
  return { kind: 'change', id, at, comment: null, change };
}
