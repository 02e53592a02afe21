import {
  Choice,
  ChoiceListParameter,
  Described,
  EndOfDay,
  fieldsOf,
  Flag,
  FlagParameter,
  HttpUrl,
  Id,
  IdList,
  IdListParameter,
  IdParameter,
  Integer,
  IntegerListParameter,
  named,
  Nested,
  NestedList,
  Text,
  TextList,
  TextListParameter,
  TextParameter,
  Timestamp,
  TimestampParameter,
} from '#libs/fields';
import { BulkIds } from '../../../platform/lists/bulk.dto.js';
import { CreatedSinceParameter, CreatedUntilParameter } from '../../../platform/lists/filters.js';
import { SortedPageQuery } from '../../../platform/lists/page-query.js';
import { Total } from '../../../platform/lists/pagination.js';
import { RecordNumber, ProductParameter, Revision } from '../../../platform/lists/shared-fields.js';
import { AreaDto } from '../../../products/products/dto/area.dto.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import { FunctionalNeedDto } from '../../../standards/taxonomy/dto/functional-need.dto.js';
import {
  DUE_SET_BY,
  type DueSetBy,
  type Issue,
  ISSUE_SOURCES,
  ISSUE_STATES,
  type IssueSource,
  type IssueState,
} from '../issue.entity.js';
import { PRIORITIES, type Priority, type Rating, RATINGS } from '../../../accounts/organizations/ratings.js';
import { IssueTrackerDto } from './issue-tracker.dto.js';
import { ExtensionDto } from '../deadlines/dto/deadlines.dto.js';
import { overdue } from '../overdue.js';
import { Effort, Impact, PriorityField, Severity } from './ratings.js';

const SOURCE_URL = 'Where the barrier is met, or, of an external one, the issue elsewhere.';
const SOURCE_ID = 'The id or number of the issue in the tracker it is from.';

const ASSIGNEE = 'The user id of the member who does it; null: nobody.';
const TEAM = 'The team that does it; null: that of its product, if it has one.';
/** What stands for people in a list of issues. */
const ASSIGNEE_WORDS = ['me', 'none'] as const;

const RATING = { nullable: true };

/** What is shown of an issue. */
interface ShownIssue {
  issue: Issue;
  areas: AreaDto[];
  verdict: { regressed: boolean; noLongerReported: boolean };
}

/** A barrier that people have decided to deal with. */
@Described('A barrier that people have to remove.')
export class IssueDto {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @Text()
  title: string;
  @Text({ nullable: true })
  description: string | null;
  @Choice(ISSUE_STATES)
  state: IssueState;
  @Severity(RATING)
  severity: Rating | null;
  @Impact(RATING)
  impact: Rating | null;
  @Effort(RATING)
  effort: Rating | null;
  @PriorityField(RATING)
  priority: Priority | null;
  @Choice(ISSUE_SOURCES)
  source: IssueSource;
  @Text({ nullable: true, description: SOURCE_URL })
  sourceUrl: string | null;
  @Text({ nullable: true, description: SOURCE_ID })
  sourceId: string | null;
  @TextList({ description: 'What a report said of criteria, as it said it.' })
  wcag: string[];
  @Id({ nullable: true })
  auditId: string | null;
  @Id()
  productId: string;
  @Id({ nullable: true })
  testActivityId: string | null;
  @Flag({ description: 'Closed, and yet a scan has reported it since.' })
  regressed: boolean;
  @Flag({ description: 'Complete scans no longer report it; of a closed one, since it was closed.' })
  noLongerReported: boolean;
  @Id({ nullable: true, description: 'Who made it; null: a key, a report, or somebody who has left.' })
  createdByUserId: string | null;
  @Id({ nullable: true, description: ASSIGNEE })
  assigneeId: string | null;
  @Id({ nullable: true, description: TEAM })
  teamId: string | null;
  @Timestamp({ nullable: true, description: 'By when it shall be done; null: no date.' })
  dueAt: Date | null;
  @Choice(DUE_SET_BY, { nullable: true, description: 'Null without a date.' })
  dueSetBy: DueSetBy | null;
  @Flag({ description: 'Still open after its date.' })
  overdue: boolean;
  @Timestamp({ nullable: true, description: 'Null while it is open.' })
  closedAt: Date | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @Revision()
  revision: number;
  @NestedList(() => AreaDto)
  areas: AreaDto[];

  static from({ issue, areas, verdict: { regressed, noLongerReported } }: ShownIssue): IssueDto {
    return { ...fieldsOf(IssueDto, issue), areas, regressed, noLongerReported, overdue: overdue(issue) };
  }
}

/** An issue when it is read alone. */
@Described('An issue with what it is linked to.')
export class DetailedIssueDto extends IssueDto {
  @NestedList(() => FunctionalNeedDto)
  functionalNeeds: FunctionalNeedDto[];
  @Flag({ description: 'Whether it fails only what the standard in force does not have, such as 4.1.1 with WCAG 2.2.' })
  outsideStandard: boolean;
  @Nested(() => ExtensionDto, { nullable: true, description: 'Null: its date is no accepted one.' })
  extension: ExtensionDto | null;
  @Nested(() => IssueTrackerDto, { nullable: true, description: 'Null: it stands in no tracker.' })
  tracker: IssueTrackerDto | null;
  @Flag({ description: 'Whether the caller watches it; with a key, its owner.' })
  watching: boolean;
  @Integer({ min: 0, description: 'How many people watch it.' })
  watcherCount: number;
}

/** One issue. */
export class IssueEnvelope {
  @Nested(() => DetailedIssueDto)
  issue: DetailedIssueDto;
}

/** A page of issues. */
export class IssuePage {
  @NestedList(() => IssueDto)
  issues: IssueDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** All issues linked to a record. */
export class LinkedIssues {
  @NestedList(() => IssueDto)
  issues: IssueDto[];
}

const SORTABLE = [
  'createdAt',
  'updatedAt',
  'number',
  'title',
  'state',
  'severity',
  'impact',
  'effort',
  'priority',
  'closedAt',
  'dueAt',
] as const;

/** Which issues of a product to list. */
class ListIssuesQuery extends SortedPageQuery(
  25,
  named('IssueSortField', SORTABLE, 'What a list of issues is ordered by.'),
) {
  @ChoiceListParameter(ISSUE_STATES)
  state?: IssueState[];
  @ChoiceListParameter(RATINGS)
  severity?: Rating[];
  @ChoiceListParameter(RATINGS)
  impact?: Rating[];
  @ChoiceListParameter(RATINGS)
  effort?: Rating[];
  @ChoiceListParameter(PRIORITIES)
  priority?: Priority[];
  @ChoiceListParameter(ISSUE_SOURCES)
  source?: IssueSource[];
  @TextListParameter({ description: 'Areas of the product, by their slugs or ids; comma-separated.' })
  area?: string[];
  @TextParameter({ description: 'Whole: where it was found.', max: 2000 })
  sourceUrl?: string;
  @TextListParameter({ description: 'Its names in other systems, as `sourceId` has them.' })
  sourceId?: string[];
  @IdListParameter({ description: 'Who made it: user ids.' })
  creatorId?: string[];
  @IdListParameter({
    words: ASSIGNEE_WORDS,
    description: 'Who does it: user ids, `me` (with a key, its owner), and `none` for nobody; comma-separated.',
  })
  assigneeId?: string[];
  @IdListParameter({ description: 'Teams, by their ids: the own of the issue, else that of its product.' })
  team?: string[];
  @TimestampParameter({ description: 'Those whose date lies before this moment, whether open or closed.' })
  dueBefore?: Date;
  @FlagParameter({ description: 'Those that are still open after their date, or those that are not.' })
  overdue?: boolean;
  @FlagParameter({ description: 'Those that the caller watches, or those that they do not.' })
  watching?: boolean;
  @CreatedSinceParameter()
  createdSince?: Date;
  @CreatedUntilParameter()
  createdUntil?: Date;
  @TextParameter({ description: 'Searches title, description, sourceUrl and comments.' })
  q?: string;
}

/** Which issues of a product to list, also by the records of the product that they belong to. */
export class ListProductIssuesQuery extends ListIssuesQuery {
  @IntegerListParameter({ description: 'Numbers of audits that found them.' })
  audit?: number[];
  @IntegerListParameter({ description: 'Numbers of test activities that found them.' })
  testActivity?: number[];
}

/** Which issues of an organization to list. */
export class ListOrganizationIssuesQuery extends ListIssuesQuery {
  @IdParameter()
  productId?: string;
  @ProductParameter()
  product?: string;
}

/** The ratings of an issue. */
export class IssueRatings {
  @Severity({ optional: true, ...RATING })
  severity?: Rating | null;
  @Impact({ optional: true, ...RATING })
  impact?: Rating | null;
  @Effort({ optional: true, ...RATING })
  effort?: Rating | null;
  @PriorityField({ optional: true, ...RATING })
  priority?: Priority | null;
}

/** Who shall do an issue, and by when. */
class Assignment extends IssueRatings {
  @Id({ optional: true, nullable: true, description: ASSIGNEE })
  assigneeId?: string | null;
  @Id({ optional: true, nullable: true, description: TEAM })
  teamId?: string | null;
  @EndOfDay({
    optional: true,
    nullable: true,
    description: 'By when it shall be done; it stays until it is cleared. Null: as the deadlines have it.',
  })
  dueAt?: Date | null;
}

/** A new issue. */
export class CreateIssue extends Assignment {
  @Text({ max: TITLE_LENGTH, filled: true })
  title: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(ISSUE_SOURCES, { optional: true, description: '`internal` when absent.' })
  source?: IssueSource;
  @HttpUrl({ optional: true, nullable: true, description: SOURCE_URL })
  sourceUrl?: string | null;
  @Text({ optional: true, nullable: true, max: 255, description: SOURCE_ID })
  sourceId?: string | null;
  @Id({ optional: true, nullable: true })
  auditId?: string | null;
  @IdList({ optional: true, max: 100 })
  areaIds?: string[];
}

/** What to change of an issue. */
export class UpdateIssue extends Assignment {
  @Text({ optional: true, max: TITLE_LENGTH, filled: true })
  title?: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(ISSUE_STATES, { optional: true })
  state?: IssueState;
  @HttpUrl({ optional: true, nullable: true, description: SOURCE_URL })
  sourceUrl?: string | null;
  @Text({ optional: true, nullable: true, max: 255, description: SOURCE_ID })
  sourceId?: string | null;
  @Id({ optional: true, nullable: true })
  auditId?: string | null;
  @IdList({ optional: true, max: 100, description: 'Replaces the set.' })
  areaIds?: string[];
}

/** The requirements that an issue shall be linked to from now on. */
export class ReplaceRequirements {
  @IdList({ max: 200, description: 'Replaces the set; empty removes all.' })
  requirementIds: string[];
}

/** What to change of many issues at once. */
@Described('What is changed in all of the issues.')
export class IssueBulkData extends Assignment {
  @Id({
    optional: true,
    description: 'The connection with a tracker to which they are sent; those that are linked stay.',
  })
  connectionId?: string;
  @Choice(ISSUE_STATES, { optional: true })
  state?: IssueState;
}

/** Which issues, and what to change of all of them. */
export class BulkUpdateIssues extends BulkIds {
  @Nested(() => IssueBulkData)
  data: IssueBulkData;
}
