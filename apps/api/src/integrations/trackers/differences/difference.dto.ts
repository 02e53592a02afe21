import {
  Choice,
  Described,
  Flag,
  HttpUrl,
  Id,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { TRACKER_PROBLEMS, type TrackerProblem } from '../../../records/issues/tracker-link.js';

const SHARED_FIELDS = named(
  'TrackedField',
  ['title', 'state', 'assignee', 'dueAt'],
  'What an issue has both here and in a tracker.',
);
export type SharedField = (typeof SHARED_FIELDS)[number];

const SIDES = named('TrackedSide', ['here', 'there'], '`here`: in Curbcut. `there`: in the tracker.');
type Side = (typeof SIDES)[number];

@Described('What both have of a field. A day is `YYYY-MM-DD`; null: there is none.')
export class DifferingFieldDto {
  @Choice(SHARED_FIELDS)
  field: SharedField;
  @Text({ nullable: true, description: 'Of an assignee: the user id.' })
  here: string | null;
  @Text({ nullable: true, description: 'Of an assignee: the account in the tracker.' })
  there: string | null;
}

@Described('An issue that differs from the one that stands for it in a tracker.')
export class TrackerDifferenceDto {
  @Id({ description: 'Of the issue here.' })
  issueId: string;
  @Integer({ min: 1, description: 'Of the issue here, in its product.' })
  issueNumber: number;
  @Text({ description: 'Of the issue here.' })
  title: string;
  @Text({ nullable: true, description: 'What people call it there.' })
  key: string | null;
  @HttpUrl({ nullable: true, description: 'Where it stands there.' })
  url: string | null;
  @NestedList(() => DifferingFieldDto)
  fields: DifferingFieldDto[];
  @Timestamp({ nullable: true, description: 'When the tracker was looked at last.' })
  lookedAt: Date | null;
  @Flag({ description: 'Both are compared again by themselves, so it may be gone soon.' })
  waiting: boolean;
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: 'Why comparing them failed last.' })
  problem: TrackerProblem | null;
}

/** A page of what differs. */
export class TrackerDifferencePage {
  @NestedList(() => TrackerDifferenceDto)
  differences: TrackerDifferenceDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** Which part of what differs to list. */
export class ListDifferencesQuery extends PageQuery(50) {}

/** Which side holds. */
export class DecideDifference {
  @Choice(SHARED_FIELDS)
  field: SharedField;
  @Choice(SIDES, { description: 'The other side is given what this one has.' })
  side: Side;
}
