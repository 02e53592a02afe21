import { Described, Id, Integer, Nested, NestedList, Text, TextList } from '#libs/fields';
import { CountsBySeverity } from '../../../records/issues/dto/counts-by-severity.dto.js';
import { ProductSlug, RecordNumber, Slug } from '../../../platform/lists/shared-fields.js';

@Described('How many issues of a product.')
class CountByProduct {
  @ProductSlug()
  productSlug: string;
  @Integer({ min: 1, description: 'How many.' })
  count: number;
}

@Described('A functional need, and the open issues that block people with it.')
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
      'Open issues that block people with this need: people linked them to it, or to a requirement that supports it primarily (EN 301 549, annex B).',
  })
  count: number;
  @Nested(() => CountsBySeverity)
  bySeverity: CountsBySeverity;
  @NestedList(() => CountByProduct, { description: 'The most first.' })
  byProduct: CountByProduct[];
}

@Described('An open issue that blocks many functional needs, by its product and number.')
class HeaviestIssueDto {
  @ProductSlug()
  productSlug: string;
  @RecordNumber()
  number: number;
  @TextList({ description: 'Slugs of the functional needs that it blocks.' })
  needs: string[];
}

/** Who is blocked, by which issues most, and who would no longer be once these are closed. */
export class BlockedPeopleDto {
  @NestedList(() => BlockedNeedDto, { description: 'All functional needs, in their fixed order.' })
  functionalNeeds: BlockedNeedDto[];
  @NestedList(() => HeaviestIssueDto, {
    description: 'At most five open issues: those that block the most needs, then by severity, then the oldest.',
  })
  heaviest: HeaviestIssueDto[];
  @TextList({
    description: 'Slugs of the functional needs that no open issue would block once the heaviest are closed.',
  })
  freed: string[];
}
