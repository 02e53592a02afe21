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

const SOURCE_URL = 'The page of the barrier or, for an external issue, the URL of that issue.';
const SOURCE_ID = 'The id or number in the source tracker.';

const ASSIGNEE = 'The user id of the assignee; null if none.';
const TEAM = 'The team of the issue; null: the team of the product, if any.';
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
@Described('A barrier to be removed.')
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
  @TextList({ description: 'Criteria as given in a report.' })
  wcag: string[];
  @Id({ nullable: true })
  auditId: string | null;
  @Id()
  productId: string;
  @Id({ nullable: true })
  testActivityId: string | null;
  @Flag({ description: 'The issue is closed, but has been reported again by a scan.' })
  regressed: boolean;
  @Flag({ description: 'The issue is no longer reported by complete scans; for a closed issue, since it was closed.' })
  noLongerReported: boolean;
  @Id({ nullable: true, description: 'The creator; null for API keys, reports and former members.' })
  createdByUserId: string | null;
  @Id({ nullable: true, description: ASSIGNEE })
  assigneeId: string | null;
  @Id({ nullable: true, description: TEAM })
  teamId: string | null;
  @Timestamp({ nullable: true, description: 'The due date; null if none.' })
  dueAt: Date | null;
  @Choice(DUE_SET_BY, { nullable: true, description: 'Null without a date.' })
  dueSetBy: DueSetBy | null;
  @Flag({ description: 'Open after its due date.' })
  overdue: boolean;
  @Timestamp({ nullable: true, description: 'Null while open.' })
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
@Described('An issue with its linked records.')
export class DetailedIssueDto extends IssueDto {
  @NestedList(() => FunctionalNeedDto)
  functionalNeeds: FunctionalNeedDto[];
  @Flag({
    description: 'Whether it fails only requirements missing in the effective standard, such as 4.1.1 with WCAG 2.2.',
  })
  outsideStandard: boolean;
  @Nested(() => ExtensionDto, { nullable: true, description: 'Null if no extension was accepted.' })
  extension: ExtensionDto | null;
  @Nested(() => IssueTrackerDto, { nullable: true, description: 'Null if not linked to a tracker.' })
  tracker: IssueTrackerDto | null;
  @Flag({ description: 'Whether the caller watches it; for an API key, its owner.' })
  watching: boolean;
  @Integer({ min: 0, description: 'The number of watchers.' })
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
class ListIssuesQuery extends SortedPageQuery(25, named('IssueSortField', SORTABLE, 'The sort field of issues.')) {
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
  @TextParameter({ description: 'The exact source URL.', max: 2000 })
  sourceUrl?: string;
  @TextListParameter({ description: 'Identifiers in other systems, as in `sourceId`.' })
  sourceId?: string[];
  @IdListParameter({ description: 'Creators, by user id.' })
  creatorId?: string[];
  @IdListParameter({
    words: ASSIGNEE_WORDS,
    description: 'Assignees: user ids, `me` (for an API key, its owner), and `none`; comma-separated.',
  })
  assigneeId?: string[];
  @IdListParameter({ description: 'Teams, by id: that of the issue; otherwise that of its product.' })
  team?: string[];
  @TimestampParameter({ description: 'Issues with a due date before this time, open or closed.' })
  dueBefore?: Date;
  @FlagParameter({ description: '`true`: open after the due date; `false`: all others.' })
  overdue?: boolean;
  @FlagParameter({ description: '`true`: watched by the caller; `false`: all others.' })
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
  @IntegerListParameter({ description: 'Numbers of the audits linked to the issues.' })
  audit?: number[];
  @IntegerListParameter({ description: 'Numbers of the test activities linked to the issues.' })
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
    description: 'The due date; it is kept until cleared. Null: set by the deadlines.',
  })
  dueAt?: Date | null;
}

/** A new issue. */
export class CreateIssue extends Assignment {
  @Text({ max: TITLE_LENGTH, filled: true })
  title: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(ISSUE_SOURCES, { optional: true, description: 'If absent, `internal`.' })
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
@Described('The change to all of the issues.')
export class IssueBulkData extends Assignment {
  @Id({
    optional: true,
    description: 'The tracker connection for sending them; issues already linked are not changed.',
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
