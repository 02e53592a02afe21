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
  @Text({ nullable: true, description: 'The scanner, such as `axe-core`; null: none is named.' })
  tool: string | null;
  @Timestamp({ description: 'When it was done.' })
  completedAt: Date;
}

@Described('What there is to do in a product. What belongs to a module that is off is null.')
export class ProductCounts {
  @Integer({ min: 0, nullable: true, description: 'Findings that await triage.' })
  pendingFindings: number | null;
  @Nested(() => CountsBySeverity, { nullable: true })
  openIssues: CountsBySeverity | null;
  @Nested(() => NewestRun, { nullable: true, description: 'The test that was completed last; null: there is none.' })
  newestRun: NewestRun | null;
}

/** A product in the list, with the person to ask. */
@Described('A product in a list, with its responsible person.')
export class ListedProductDto extends ProductDto {
  @Text({ nullable: true, description: 'Null without a responsible person.' })
  responsiblePersonName: string | null;
  @Text({ nullable: true, description: 'Null without a responsible person.' })
  responsiblePersonEmail: string | null;
  @Text({ nullable: true, description: 'The address of their picture; null: none.' })
  responsiblePersonImage: string | null;
  @LetterField('The letter before the present one; null: there was none.')
  formerLetter: GradeDto['letter'];
  @Timestamp({ nullable: true, description: 'Since when it has its letter; null where it had none before.' })
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
