import { Choice, Described, Integer, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { GradeDto, LetterField } from '../../../products/products/grade/grade.dto.js';
import { CountsBySeverity } from '../../../records/issues/dto/counts-by-severity.dto.js';
import { Pagination } from '../../../platform/lists/pagination.js';
import { RecordNumber } from '../../../platform/lists/shared-fields.js';
import { ProductDto } from '../../../products/products/dto/product.dto.js';
import { ACTIVITY_TYPES, type ActivityType } from '../../../records/test-activities/test-activity.entity.js';

@Described('The newest test of a product.')
export class NewestRun {
  @RecordNumber()
  number: number;
  @Choice(ACTIVITY_TYPES)
  type: ActivityType;
  @Text({ nullable: true, description: 'The scanner, such as `axe-core`; null if none.' })
  tool: string | null;
  @Timestamp({ description: 'The completion time.' })
  completedAt: Date;
}

@Described('Open tasks of a product; null for tasks of a disabled module.')
export class ProductCounts {
  @Integer({ min: 0, nullable: true, description: 'Pending findings.' })
  pendingFindings: number | null;
  @Nested(() => CountsBySeverity, { nullable: true })
  openIssues: CountsBySeverity | null;
  @Nested(() => NewestRun, { nullable: true, description: 'The test completed last; null if none.' })
  newestRun: NewestRun | null;
}

/** A product in the list, with the person to ask. */
@Described('A product in a list, with its responsible member.')
export class ListedProductDto extends ProductDto {
  @Text({ nullable: true, description: 'Null without a responsible member.' })
  responsiblePersonName: string | null;
  @Text({ nullable: true, description: 'Null without a responsible member.' })
  responsiblePersonEmail: string | null;
  @Text({ nullable: true, description: 'The URL of their picture; null if none.' })
  responsiblePersonImage: string | null;
  @LetterField('The previous letter; null if none.')
  formerLetter: GradeDto['letter'];
  @Timestamp({ nullable: true, description: 'The time since which it has its letter; null without a previous one.' })
  letterChangedAt: Date | null;
  @Nested(() => ProductCounts)
  counts: ProductCounts;
}

/** A page of the products of an organization; without `pageSize` all of them. */
export class ProductList {
  @NestedList(() => ListedProductDto)
  products: ListedProductDto[];
  @Nested(() => Pagination)
  pagination: Pagination;
}
