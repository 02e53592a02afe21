import {
  Choice,
  ChoiceListParameter,
  Described,
  fieldsOf,
  Flag,
  HttpUrl,
  Id,
  IdList,
  IdParameter,
  Integer,
  named,
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
import { RecordNumber } from '../../lists/shared-fields.js';
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
import { Effort, Impact, PriorityField, Severity } from './ratings.js';

const SOURCE_URL = 'Where the barrier is met, or, of an external one, the issue elsewhere.';
const SOURCE_ID = 'The id or number of the issue in the tracker it is from.';

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
  @Timestamp({ nullable: true, description: 'Null while it is open.' })
  closedAt: Date | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @NestedList(() => AreaDto)
  areas: AreaDto[];

  static from({ issue, areas, verdict: { regressed, noLongerReported } }: ShownIssue): IssueDto {
    return { ...fieldsOf(IssueDto, issue), areas, regressed, noLongerReported };
  }
}

/** An issue when it is read alone. */
@Described('An issue with what it is linked to.')
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
export class ListIssuesQuery extends SortedPageQuery(
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
  @TextParameter({ description: 'Searches title and description.' })
  q?: string;
}

/** Which issues of an organization to list. */
export class ListOrganizationIssuesQuery extends ListIssuesQuery {
  @IdParameter()
  productId?: string;
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

/** A new issue. */
export class CreateIssue extends IssueRatings {
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
export class UpdateIssue extends IssueRatings {
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
export class IssueBulkData extends IssueRatings {
  @Choice(ISSUE_STATES, { optional: true })
  state?: IssueState;
}

/** Which issues, and what to change of all of them. */
export class BulkUpdateIssues extends BulkIds {
  @Nested(() => IssueBulkData)
  data: IssueBulkData;
}
