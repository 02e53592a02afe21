import {
  Choice,
  ChoiceParameter,
  Described,
  Id,
  IdList,
  IdParameter,
  Integer,
  named,
  Nested,
  NestedList,
  NumberOr,
  Text,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { PageQuery, SORT_DIRECTIONS, type SortDirection } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { TRACKER_KINDS, type TrackerKind } from '../../issues/tracker-link.js';
import type { ShownComment } from '../shown-comment.js';

/** The longest comment, in characters. */
const MAX_BODY = 20_000;
/** The most files of a comment. */
const MAX_EVIDENCE = 10;
const MARKDOWN =
  'CommonMark without HTML and images. `@[name](user:id)` mentions a member, `#12` an issue of the product, `web-shop#12` an issue of another product; unknown references remain plain text.';
const ENTRY = 'The number of an entry, or `all`: all entries without an outcome of their own.';
const MENTION_KINDS = named('MentionKind', ['user', 'issue'], 'The kind of a mention.');

@Described('The author: a user (`id`, `name`), an API key (`keyName`), or a tracker account (`trackerName`).')
class CommentAuthorDto {
  @Id({ optional: true })
  id?: string;
  @Text({ optional: true })
  name?: string;
  @Text({ optional: true, description: 'The name of the API key at that time.' })
  keyName?: string;
  @Text({ optional: true, description: 'The name of the author in the tracker.' })
  trackerName?: string;
}

@Described('A user or an issue mentioned in a comment.')
class MentionDto {
  @Choice(MENTION_KINDS)
  kind: (typeof MENTION_KINDS)[number];
  @Id({ description: 'The id of the user or issue, which may have been deleted.' })
  id: string;
  @Text({ nullable: true, description: 'The name of the user.' })
  name: string | null;
  @Text({ nullable: true, description: 'The slug of the product of the issue.' })
  productSlug: string | null;
  @Integer({ nullable: true, description: 'The number of the issue.' })
  number: number | null;
}

@Described('A requirement on a sample entry of an audit.')
export class CommentCellDto {
  @Id({ description: 'The id of a requirement of the audit.' })
  requirementId: string;
  @NumberOr('all', { description: ENTRY })
  entry: number | string;
}

@Described('A comment on a record; a deleted comment has neither text nor author.')
export class CommentDto {
  @Id()
  id: string;
  @Integer({ min: 1, description: 'A sequence number within the record.' })
  number: number;
  @Text({ nullable: true, description: MARKDOWN })
  body: string | null;
  @Text({
    nullable: true,
    description:
      '`body` as safe HTML. Users are rendered as `<span data-user="id">`, issues as `<span data-issue="web-shop#12">`.',
  })
  html: string | null;
  @Nested(() => CommentAuthorDto, { nullable: true, description: 'Null if the comment or the account was deleted.' })
  author: CommentAuthorDto | null;
  @Choice(TRACKER_KINDS, {
    nullable: true,
    description:
      'The tracker in which the comment was written; if `deletedAt` is set, usually also deleted there. Null for comments written here.',
  })
  trackerKind: TrackerKind | null;
  @NestedList(() => MentionDto)
  mentions: MentionDto[];
  @IdList({ description: 'The attached evidence files.' })
  evidenceIds: string[];
  @Nested(() => CommentCellDto, { nullable: true, description: 'The audit cell of the comment.' })
  cell: CommentCellDto | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp({ nullable: true, description: 'The time of the last edit.' })
  editedAt: Date | null;
  @Timestamp({ nullable: true, description: 'Null if not deleted.' })
  deletedAt: Date | null;

  static from({ comment, authorName, people, evidenceIds }: ShownComment): CommentDto {
    const { id, number, body, html, createdAt, editedAt, deletedAt, requirementId, entry, trackerKind } = comment;
    return {
      ...{ id, number, body, html, trackerKind },
      author:
        comment.authorTrackerName !== null
          ? { trackerName: comment.authorTrackerName }
          : comment.authorKeyName !== null
            ? { keyName: comment.authorKeyName }
            : comment.authorUserId !== null && authorName !== null
              ? { id: comment.authorUserId, name: authorName }
              : null,
      mentions: [
        ...people.map((person) => ({ kind: 'user' as const, ...person, productSlug: null, number: null })),
        ...comment.mentionedIssues.map((issue) => ({
          ...{ kind: 'issue' as const, id: issue.id, name: null },
          ...{ productSlug: issue.slug, number: issue.number },
        })),
      ],
      evidenceIds,
      cell: requirementId === null ? null : { requirementId, entry: entry === 0 ? 'all' : entry! },
      ...{ createdAt, editedAt, deletedAt },
    };
  }
}

/** A comment. */
export class CommentEnvelope {
  @Nested(() => CommentDto)
  comment: CommentDto;
}

/** A page of the comments on a record. */
export class CommentPage {
  @NestedList(() => CommentDto)
  comments: CommentDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** Which comments to list. */
export class ListCommentsQuery extends PageQuery(50) {
  @ChoiceParameter(SORT_DIRECTIONS, { default: 'asc', description: '`asc`: in chronological order.' })
  order: SortDirection = 'asc';
  @IdParameter({ description: 'Comments on one requirement of an audit.' })
  requirementId?: string;
  @TextParameter({ max: 10, description: `Comments on one sample entry of an audit. ${ENTRY}` })
  entry?: string;
}

@Described('The audit cell of a comment.')
export class NamedCell {
  @Id({ description: 'The id of a requirement of the audit.' })
  requirementId: string;
  @NumberOr('all', { description: ENTRY })
  entry: string;
}

/** A new comment. */
export class CreateComment {
  @Text({ max: MAX_BODY, filled: true, description: MARKDOWN })
  body: string;
  @Nested(() => NamedCell, { optional: true, description: 'Only for audits.' })
  cell?: NamedCell;
  @IdList({ optional: true, max: MAX_EVIDENCE, description: 'Ids of evidence files of the product.' })
  evidenceIds?: string[];
}

/** Another text of a comment. */
export class UpdateComment {
  @Text({ max: MAX_BODY, filled: true, description: MARKDOWN })
  body: string;
  @IdList({ optional: true, max: MAX_EVIDENCE, description: 'Ids of all attached evidence files.' })
  evidenceIds?: string[];
}

@Described('An earlier version of a comment.')
export class CommentVersionDto {
  @Text({ description: 'CommonMark.' })
  body: string;
  @Text({ description: 'Like `html` of the comment.' })
  html: string;
  @Timestamp({ description: 'When this version was written.' })
  writtenAt: Date;
}

/** The texts that a comment had before, the latest first. */
export class CommentVersionList {
  @NestedList(() => CommentVersionDto, { description: 'The last 50 versions.' })
  versions: CommentVersionDto[];
}
