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
  'CommonMark without HTML and pictures. `@[name](user:id)` mentions a member, `#12` an issue of the product, `web-shop#12` one of another; what does not exist stays text.';
const ENTRY = 'The number of an entry, or `all`: each entry without an outcome of its own.';
const MENTION_KINDS = named('MentionKind', ['user', 'issue'], 'What a comment mentions.');

@Described('Who wrote it: a person (`id`, `name`), an API key (`keyName`), or somebody in a tracker (`trackerName`).')
class CommentAuthorDto {
  @Id({ optional: true })
  id?: string;
  @Text({ optional: true })
  name?: string;
  @Text({ optional: true, description: 'The name that the API key had then.' })
  keyName?: string;
  @Text({ optional: true, description: 'The name that the author has in the tracker.' })
  trackerName?: string;
}

@Described('A person or an issue that a comment mentions.')
class MentionDto {
  @Choice(MENTION_KINDS)
  kind: (typeof MENTION_KINDS)[number];
  @Id({ description: 'Of the user or the issue, which may be gone.' })
  id: string;
  @Text({ nullable: true, description: 'Of a person.' })
  name: string | null;
  @Text({ nullable: true, description: 'The product of an issue, as its address had it.' })
  productSlug: string | null;
  @Integer({ nullable: true, description: 'Of an issue.' })
  number: number | null;
}

@Described('A requirement on an entry of the sample of an audit.')
export class CommentCellDto {
  @Id({ description: 'The id of a requirement that the audit asks for.' })
  requirementId: string;
  @NumberOr('all', { description: ENTRY })
  entry: number | string;
}

@Described('What somebody says about a record; one that was deleted has neither text nor author.')
export class CommentDto {
  @Id()
  id: string;
  @Integer({ min: 1, description: 'Counts up in its record.' })
  number: number;
  @Text({ nullable: true, description: MARKDOWN })
  body: string | null;
  @Text({
    nullable: true,
    description:
      'Made of `body`, and safe to show. People stand in it as `<span data-user="id">`, issues as `<span data-issue="web-shop#12">`.',
  })
  html: string | null;
  @Nested(() => CommentAuthorDto, { nullable: true, description: 'Null: it was deleted, or somebody who is gone.' })
  author: CommentAuthorDto | null;
  @Choice(TRACKER_KINDS, {
    nullable: true,
    description: 'The tracker in which it was written, and if `deletedAt` is set mostly also deleted; null: here.',
  })
  trackerKind: TrackerKind | null;
  @NestedList(() => MentionDto)
  mentions: MentionDto[];
  @IdList({ description: 'The files that show what it says.' })
  evidenceIds: string[];
  @Nested(() => CommentCellDto, { nullable: true, description: 'The cell of an audit that it is about.' })
  cell: CommentCellDto | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp({ nullable: true, description: 'When its text was changed last.' })
  editedAt: Date | null;
  @Timestamp({ nullable: true, description: 'Null: it was not.' })
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
  @ChoiceParameter(SORT_DIRECTIONS, { default: 'asc', description: '`asc`: as they were written.' })
  order: SortDirection = 'asc';
  @IdParameter({ description: 'Those on one requirement of an audit.' })
  requirementId?: string;
  @TextParameter({ max: 10, description: `Those on one entry of the sample of an audit. ${ENTRY}` })
  entry?: string;
}

@Described('The cell of an audit that a comment is about.')
export class NamedCell {
  @Id({ description: 'The id of a requirement that the audit asks for.' })
  requirementId: string;
  @NumberOr('all', { description: ENTRY })
  entry: string;
}

/** A new comment. */
export class CreateComment {
  @Text({ max: MAX_BODY, filled: true, description: MARKDOWN })
  body: string;
  @Nested(() => NamedCell, { optional: true, description: 'On an audit alone.' })
  cell?: NamedCell;
  @IdList({ optional: true, max: MAX_EVIDENCE, description: 'Files of the product that show what it says.' })
  evidenceIds?: string[];
}

/** Another text of a comment. */
export class UpdateComment {
  @Text({ max: MAX_BODY, filled: true, description: MARKDOWN })
  body: string;
  @IdList({ optional: true, max: MAX_EVIDENCE, description: 'All files that show what it says.' })
  evidenceIds?: string[];
}

@Described('A text that a comment had.')
export class CommentVersionDto {
  @Text({ description: 'CommonMark.' })
  body: string;
  @Text({ description: 'As `html` of the comment.' })
  html: string;
  @Timestamp({ description: 'When it was written.' })
  writtenAt: Date;
}

/** The texts that a comment had before, the latest first. */
export class CommentVersionList {
  @NestedList(() => CommentVersionDto, { description: 'The last 50.' })
  versions: CommentVersionDto[];
}
