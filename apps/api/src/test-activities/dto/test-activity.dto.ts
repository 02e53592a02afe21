import {
  Choice,
  ChoiceListParameter,
  HttpUrl,
  Id,
  IdList,
  IdParameter,
  Integer,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { SortedPageQuery } from '../../lists/page-query.js';
import { Pagination } from '../../lists/pagination.js';
import { AreaDto } from '../../products/dto/area.dto.js';
import { TITLE_LENGTH } from '../../products/title-length.js';
import { RunContext } from '../run-context.js';
import { ACTIVITY_TYPES, type ActivityType, type TestActivity } from '../test-activity.entity.js';

/** A test of a product's accessibility: a scan, a manual test, a usability test or user research. */
export class TestActivityDto {
  @Id()
  id: string;
  @Integer({ min: 1 })
  number: number;
  @Choice(ACTIVITY_TYPES, { name: 'ActivityType' })
  type: ActivityType;
  @Text()
  title: string;
  @Text({ nullable: true })
  tool: string | null;
  @Text({ nullable: true })
  target: string | null;
  @Text({ nullable: true })
  externalUrl: string | null;
  @Timestamp({ nullable: true })
  startedAt: Date | null;
  @Timestamp()
  completedAt: Date;
  @Nested(() => RunContext, { nullable: true })
  context: RunContext | null;
  @Id()
  productId: string;
  @Integer({ min: 0, description: 'Distinct findings that it reported.' })
  findingCount: number;
  @Integer({ min: 0, description: 'Issues linked to it.' })
  issueCount: number;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(activity: TestActivity, issueCount: number): TestActivityDto {
    return {
      id: activity.id,
      number: activity.number,
      type: activity.type,
      title: activity.title,
      tool: activity.tool,
      target: activity.target,
      externalUrl: activity.externalUrl,
      startedAt: activity.startedAt,
      completedAt: activity.completedAt,
      context: activity.context,
      productId: activity.productId,
      findingCount: activity.findingCount,
      issueCount,
      createdAt: activity.createdAt,
      updatedAt: activity.updatedAt,
    };
  }
}

/** An activity with the areas it covered. */
export class TaggedActivityDto extends TestActivityDto {
  @NestedList(() => AreaDto)
  areas: AreaDto[];
}

/** An activity in the organization's list. */
export class ListedActivityDto extends TestActivityDto {
  @Text()
  productName: string;
  @Text()
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
export class ListActivitiesQuery extends SortedPageQuery(20, 'ActivitySortField', [
  'createdAt',
  'startedAt',
  'completedAt',
]) {
  @ChoiceListParameter(ACTIVITY_TYPES, { name: 'ActivityType' })
  type?: ActivityType[];
}

/** Which activities of an organization to list. */
export class ListOrganizationActivitiesQuery extends ListActivitiesQuery {
  @IdParameter()
  productId?: string;
}

/** An activity logged by hand. */
export class LogActivity {
  @Choice(ACTIVITY_TYPES, { name: 'ActivityType' })
  type: ActivityType;
  @Text({
    optional: true,
    nullable: true,
    max: TITLE_LENGTH,
    description: 'Made from the type and the name of the product when absent.',
  })
  title?: string | null;
  @Text({ optional: true, nullable: true, max: 120 })
  tool?: string | null;
  @Text({ optional: true, nullable: true, max: 2000 })
  target?: string | null;
  @HttpUrl({ optional: true, nullable: true })
  externalUrl?: string | null;
  @Timestamp({ optional: true, nullable: true })
  startedAt?: Date | null;
  @Timestamp({ optional: true, description: 'Now when absent.' })
  completedAt?: Date;
  @IdList({ optional: true, max: 100 })
  areaIds?: string[];
}
