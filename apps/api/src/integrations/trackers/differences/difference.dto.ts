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

const SHARED_FIELDS = named('TrackedField', ['title', 'state', 'assignee', 'dueAt'], 'A synchronized field.');
export type SharedField = (typeof SHARED_FIELDS)[number];

const SIDES = named('TrackedSide', ['here', 'there'], '`here`: Curbcut. `there`: the tracker.');
type Side = (typeof SIDES)[number];

@Described('The values of a field on both sides. A day is `YYYY-MM-DD`; null if there is none.')
export class DifferingFieldDto {
  @Choice(SHARED_FIELDS)
  field: SharedField;
  @Text({ nullable: true, description: 'For an assignee, the user id.' })
  here: string | null;
  @Text({ nullable: true, description: 'For an assignee, the account in the tracker.' })
  there: string | null;
}

@Described('An issue that differs from its linked tracker issue.')
export class TrackerDifferenceDto {
  @Id({ description: 'The id of the issue.' })
  issueId: string;
  @Integer({ min: 1, description: 'The number of the issue in its product.' })
  issueNumber: number;
  @Text({ description: 'The id of the issue.' })
  title: string;
  @Text({ nullable: true, description: 'The identifier in the tracker.' })
  key: string | null;
  @HttpUrl({ nullable: true, description: 'The URL in the tracker.' })
  url: string | null;
  @NestedList(() => DifferingFieldDto)
  fields: DifferingFieldDto[];
  @Timestamp({ nullable: true, description: 'The time of the last look-up in the tracker.' })
  lookedAt: Date | null;
  @Flag({ description: 'A comparison is already scheduled, so the difference may be resolved soon.' })
  waiting: boolean;
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: 'The last error of the comparison.' })
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
  @Choice(SIDES, { description: 'The side whose value is copied to the other one.' })
  side: Side;
}
