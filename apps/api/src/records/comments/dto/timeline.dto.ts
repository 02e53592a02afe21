import { Choice, ChoiceParameter, Described, Id, named, Nested, NestedList, Timestamp } from '#libs/fields';
import { ChangeDto } from '../../../platform/events/dto/change.dto.js';
import { PageQuery, SORT_DIRECTIONS, type SortDirection } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { CommentDto } from './comment.dto.js';

const ENTRY_KINDS = named('TimelineEntryKind', ['comment', 'change'], 'The kind of an entry.');

@Described('A comment or a change.')
export class TimelineEntryDto {
  @Choice(ENTRY_KINDS)
  kind: (typeof ENTRY_KINDS)[number];
  @Id({ description: 'The time of the comment or change.' })
  id: string;
  @Timestamp()
  at: Date;
  @Nested(() => CommentDto, { nullable: true })
  comment: CommentDto | null;
  @Nested(() => ChangeDto, { nullable: true })
  change: ChangeDto | null;
}

/** A page of what was said about a record and what happened to it. */
export class TimelinePage {
  @NestedList(() => TimelineEntryDto)
  entries: TimelineEntryDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** Which part of a timeline to read. */
export class TimelineQuery extends PageQuery(50) {
  @ChoiceParameter(SORT_DIRECTIONS, { default: 'asc', description: '`asc`: in chronological order.' })
  order: SortDirection = 'asc';
}
