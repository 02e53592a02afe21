import {
  Choice,
  ChoiceListParameter,
  Flag,
  HttpUrl,
  Id,
  IdList,
  IdParameter,
  Integer,
  Nested,
  NestedList,
  Text,
  TextList,
  TextParameter,
  Timestamp,
} from '#libs/fields';
import { BulkIds } from '../../lists/bulk.dto.js';
import { SortedPageQuery } from '../../lists/page-query.js';
import { Total } from '../../lists/pagination.js';
import { AreaDto } from '../../products/dto/area.dto.js';
import { TITLE_LENGTH } from '../../products/title-length.js';
import { FunctionalNeedDto } from '../../taxonomy/dto/functional-need.dto.js';
import {
  type Issue,
  ISSUE_SOURCES,
  ISSUE_STATES,
  type IssueSource,
  type IssueState,
  PRIORITIES,
  type Priority,
  type Rating,
  RATINGS,
} from '../issue.entity.js';

const RATING = { nullable: true, name: 'Rating' };
const PRIORITY = { nullable: true, name: 'Priority' };

/** What is shown of an issue. */
interface ShownIssue {
  issue: Issue;
  areas: AreaDto[];
  verdict: { regressed: boolean; noLongerReported: boolean };
}

/** A barrier that people have decided to deal with. */
export class IssueDto {
  @Id()
  id: string;
  @Integer({ min: 1 })
  number: number;
  @Text()
  title: string;
  @Text({ nullable: true })
  description: string | null;
  @Choice(ISSUE_STATES, { name: 'IssueState' })
  state: IssueState;
  @Choice(RATINGS, RATING)
  severity: Rating | null;
  @Choice(RATINGS, RATING)
  impact: Rating | null;
  @Choice(RATINGS, RATING)
  effort: Rating | null;
  @Choice(PRIORITIES, PRIORITY)
  priority: Priority | null;
  @Choice(ISSUE_SOURCES, { name: 'IssueSource' })
  source: IssueSource;
  @Text({ nullable: true })
  sourceUrl: string | null;
  @Text({ nullable: true })
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
  @Id({ nullable: true })
  createdByUserId: string | null;
  @Timestamp({ nullable: true })
  closedAt: Date | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @NestedList(() => AreaDto)
  areas: AreaDto[];

  static from({ issue, areas, verdict }: ShownIssue): IssueDto {
    const { organizationId: _, revision: __, ...shown } = issue;
    return { ...shown, areas, ...verdict };
  }
}

/** An issue when it is read alone. */
export class DetailedIssueDto extends IssueDto {
  @NestedList(() => FunctionalNeedDto)
  functionalNeeds: FunctionalNeedDto[];
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
] as const;

/** Which issues of a product to list. */
export class ListIssuesQuery extends SortedPageQuery(25, 'IssueSortField', SORTABLE) {
  @ChoiceListParameter(ISSUE_STATES, { name: 'IssueState' })
  state?: IssueState[];
  @ChoiceListParameter(RATINGS, { name: 'Rating' })
  severity?: Rating[];
  @ChoiceListParameter(RATINGS, { name: 'Rating' })
  impact?: Rating[];
  @ChoiceListParameter(RATINGS, { name: 'Rating' })
  effort?: Rating[];
  @ChoiceListParameter(PRIORITIES, { name: 'Priority' })
  priority?: Priority[];
  @ChoiceListParameter(ISSUE_SOURCES, { name: 'IssueSource' })
  source?: IssueSource[];
  @TextParameter({ description: 'Searches title and description.' })
  q?: string;
}

/** Which issues of an organization to list. */
export class ListOrganizationIssuesQuery extends ListIssuesQuery {
  @IdParameter()
  productId?: string;
}

/** The ratings of an issue. */
class IssueRatings {
  @Choice(RATINGS, { optional: true, ...RATING })
  severity?: Rating | null;
  @Choice(RATINGS, { optional: true, ...RATING })
  impact?: Rating | null;
  @Choice(RATINGS, { optional: true, ...RATING })
  effort?: Rating | null;
  @Choice(PRIORITIES, { optional: true, ...PRIORITY })
  priority?: Priority | null;
}

/** A new issue. */
export class CreateIssue extends IssueRatings {
  @Text({ max: TITLE_LENGTH, filled: true })
  title: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(ISSUE_SOURCES, { optional: true, name: 'IssueSource', description: '`internal` when absent.' })
  source?: IssueSource;
  @HttpUrl({ optional: true, nullable: true })
  sourceUrl?: string | null;
  @Text({ optional: true, nullable: true, max: 255 })
  sourceId?: string | null;
  @Id({ optional: true, nullable: true })
  auditId?: string | null;
  @IdList({ optional: true, max: 100 })
  areaIds?: string[];
}

/** What to change of an issue. */
export class UpdateIssue extends IssueRatings {
  @Text({ optional: true, max: TITLE_LENGTH, filled: true })
  title?: string;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Choice(ISSUE_STATES, { optional: true, name: 'IssueState' })
  state?: IssueState;
  @HttpUrl({ optional: true, nullable: true })
  sourceUrl?: string | null;
  @Text({ optional: true, nullable: true, max: 255 })
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
export class IssueBulkData extends IssueRatings {
  @Choice(ISSUE_STATES, { optional: true, name: 'IssueState' })
  state?: IssueState;
}

/** Which issues, and what to change of all of them. */
export class BulkUpdateIssues extends BulkIds {
  @Nested(() => IssueBulkData)
  data: IssueBulkData;
}
