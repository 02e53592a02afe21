import {
  Choice,
  ChoiceListParameter,
  Described,
  fieldsOf,
  Flag,
  HttpUrl,
  Id,
  IdList,
  IdListParameter,
  IdParameter,
  Integer,
  named,
  Nested,
  NestedList,
  Text,
  TextList,
  TextListParameter,
  Timestamp,
} from '#libs/fields';
import { CreatedSinceParameter, CreatedUntilParameter } from '../../../platform/lists/filters.js';
import { SortedPageQuery } from '../../../platform/lists/page-query.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { ProductSlug, RecordNumber, ProductParameter } from '../../../platform/lists/shared-fields.js';
import { AreaDto } from '../../../products/products/dto/area.dto.js';
import { TITLE_LENGTH } from '../../../products/products/title-length.js';
import { RunContext } from '../run-context.js';
import { ACTIVITY_TYPES, type ActivityType, type TestActivity } from '../test-activity.entity.js';

const TOOL = 'The scanner, such as `axe-core`; null if none.';
const TARGET = 'The tested object: a build, a device or a URL.';
const EXTERNAL_URL = 'The URL of the run or report elsewhere, such as in the CI.';
const STARTED_AT = 'The start time; null if unknown.';

/** A test of a product's accessibility: a scan, a manual test, a usability test or user research. */
export class TestActivityDto {
  @Id()
  id: string;
  @RecordNumber()
  number: number;
  @Choice(ACTIVITY_TYPES)
  type: ActivityType;
  @Text()
  title: string;
  @Text({ nullable: true, description: TOOL })
  tool: string | null;
  @Text({ nullable: true, description: TARGET })
  target: string | null;
  @Text({ nullable: true, description: EXTERNAL_URL })
  externalUrl: string | null;
  @Timestamp({ nullable: true, description: STARTED_AT })
  startedAt: Date | null;
  @Timestamp({ description: 'The completion time; the age of evidence is counted from it. Null if not completed.' })
  completedAt: Date;
  @Nested(() => RunContext, { nullable: true })
  context: RunContext | null;
  @Id()
  productId: string;
  @Integer({ min: 0, description: 'The number of distinct reported findings.' })
  findingCount: number;
  @Integer({ min: 0, description: 'The number of linked issues.' })
  issueCount: number;
  @TextList({ description: 'Parts that the scanner did not examine, each a sentence.' })
  omissions: string[];
  @Flag({ description: 'It examined nothing, and is evidence of nothing.' })
  failed: boolean;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(activity: TestActivity, issueCount: number): TestActivityDto {
    return { ...fieldsOf(TestActivityDto, activity), omissions: activity.omissions ?? [], issueCount };
  }
}

/** An activity with the areas it covered. */
@Described('A test activity with its areas.')
export class TaggedActivityDto extends TestActivityDto {
  @NestedList(() => AreaDto)
  areas: AreaDto[];
}

/** An activity in the organization's list. */
@Described('A test activity in a list of the organization.')
export class ListedActivityDto extends TestActivityDto {
  @Text()
  productName: string;
  @ProductSlug()
  productSlug: string;
}

/** One activity. */
export class TestActivityEnvelope {
  @Nested(() => TaggedActivityDto)
  testActivity: TaggedActivityDto;
}

/** A page of a product's activities. */
export class TestActivityPage {
  @NestedList(() => TaggedActivityDto)
  testActivities: TaggedActivityDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** A page of an organization's activities. */
export class OrganizationTestActivityPage {
  @NestedList(() => ListedActivityDto)
  testActivities: ListedActivityDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}

/** Which activities of a product to list. */
export class ListActivitiesQuery extends SortedPageQuery(
  20,
  named('ActivitySortField', ['createdAt', 'startedAt', 'completedAt'], 'The sort field of test activities.'),
) {
  @ChoiceListParameter(ACTIVITY_TYPES)
  type?: ActivityType[];
  @TextListParameter({ description: 'Areas of the product, by their slugs or ids; comma-separated.' })
  area?: string[];
  @TextListParameter({ description: 'Environments named by runs, comma-separated.' })
  environment?: string[];
  @IdListParameter({ description: 'Ids of the lines of the runs.' })
  line?: string[];
  @IdListParameter({ description: 'Creators, by user id.' })
  creatorId?: string[];
  @CreatedSinceParameter()
  createdSince?: Date;
  @CreatedUntilParameter()
  createdUntil?: Date;
}

/** Which activities of an organization to list. */
export class ListOrganizationActivitiesQuery extends ListActivitiesQuery {
  @IdParameter()
  productId?: string;
  @ProductParameter()
  product?: string;
}

/** An activity logged by hand. */
export class LogActivity {
  @Choice(ACTIVITY_TYPES)
  type: ActivityType;
  @Text({
    optional: true,
    nullable: true,
    max: TITLE_LENGTH,
    description: 'If absent, derived from the type and the name of the product.',
  })
  title?: string | null;
  @Text({
    optional: true,
    nullable: true,
    max: 120,
    description: TOOL,
  })
  tool?: string | null;
  @Text({
    optional: true,
    nullable: true,
    max: 2000,
    description: TARGET,
  })
  target?: string | null;
  @HttpUrl({
    optional: true,
    nullable: true,
    description: EXTERNAL_URL,
  })
  externalUrl?: string | null;
  @Timestamp({ optional: true, nullable: true, description: STARTED_AT })
  startedAt?: Date | null;
  @Timestamp({ optional: true, description: 'If absent, the current time.' })
  completedAt?: Date;
  @IdList({ optional: true, max: 100 })
  areaIds?: string[];
}
