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

const TOOL = 'The scanner, such as `axe-core`; null: none is named.';
const TARGET = 'What was tested, in words: a build, a device, an address.';
const EXTERNAL_URL = 'Where people find the run or the report elsewhere, such as in the CI.';
const STARTED_AT = 'When it began; null: not said.';

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
  @Timestamp({ description: 'When it was done: the age of evidence counts from here. Null: not yet.' })
  completedAt: Date;
  @Nested(() => RunContext, { nullable: true })
  context: RunContext | null;
  @Id()
  productId: string;
  @Integer({ min: 0, description: 'Distinct findings that it reported.' })
  findingCount: number;
  @Integer({ min: 0, description: 'Issues linked to it.' })
  issueCount: number;
  @TextList({ description: 'What its scanner did not examine, each a sentence.' })
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
@Described('A test activity in the list of an organization.')
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
  named(
    'ActivitySortField',
    ['createdAt', 'startedAt', 'completedAt'],
    'What a list of test activities is ordered by.',
  ),
) {
  @ChoiceListParameter(ACTIVITY_TYPES)
  type?: ActivityType[];
  @TextListParameter({ description: 'Areas of the product, by their slugs or ids; comma-separated.' })
  area?: string[];
  @TextListParameter({ description: 'Environments that runs named, comma-separated.' })
  environment?: string[];
  @IdListParameter({ description: 'Lines that runs belong to.' })
  line?: string[];
  @IdListParameter({ description: 'Who made it: user ids.' })
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
    description: 'Made from the type and the name of the product when absent.',
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
  @Timestamp({ optional: true, description: 'Now when absent.' })
  completedAt?: Date;
  @IdList({ optional: true, max: 100 })
  areaIds?: string[];
}
