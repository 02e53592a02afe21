import { Described, Id, Integer, Nested, NestedList, Text, TextList } from '#libs/fields';
import { CountsBySeverity } from '../../../records/issues/dto/counts-by-severity.dto.js';
import { ProductSlug, RecordNumber, Slug } from '../../../platform/lists/shared-fields.js';

@Described('Number of issues by product.')
class CountByProduct {
  @ProductSlug()
  productSlug: string;
  @Integer({ min: 1, description: 'The number of issues.' })
  count: number;
}

@Described('A functional need with its open issues.')
class BlockedNeedDto {
  @Id()
  id: string;
  @Slug()
  slug: string;
  @Text()
  name: string;
  @Integer({
    min: 0,
    description:
      'Open issues that affect people with this need: linked to it, or to a requirement that primarily supports it (EN 301 549, annex B).',
  })
  count: number;
  @Nested(() => CountsBySeverity)
  bySeverity: CountsBySeverity;
  @NestedList(() => CountByProduct, { description: 'Highest number first.' })
  byProduct: CountByProduct[];
}

@Described('An open issue that affects many functional needs, by product and number.')
class HeaviestIssueDto {
  @ProductSlug()
  productSlug: string;
  @RecordNumber()
  number: number;
  @TextList({ description: 'Slugs of the affected functional needs.' })
  needs: string[];
}

/** Who is blocked, by which issues most, and who would no longer be once these are closed. */
export class BlockedPeopleDto {
  @NestedList(() => BlockedNeedDto, { description: 'All functional needs, in a fixed order.' })
  functionalNeeds: BlockedNeedDto[];
  @NestedList(() => HeaviestIssueDto, {
    description: 'At most five open issues, ordered by number of affected needs, severity and age.',
  })
  heaviest: HeaviestIssueDto[];
  @TextList({
    description: 'Slugs of the functional needs without open issues once these issues are closed.',
  })
  freed: string[];
}
