import { Described, Id, Integer, NestedList, Text, TextParameter } from '#libs/fields';
import { MinLength } from 'class-validator';

@Described('A search result.')
class HitDto {
  @Id()
  id: string;
  @Integer({ nullable: true, description: 'The number in the product; null if none.' })
  number: number | null;
  @Text({ nullable: true, description: 'The slug; null if none.' })
  slug: string | null;
  @Text({ description: 'The title or name.' })
  title: string;
  @Text({ nullable: true, description: 'The slug of its product; null if none.' })
  productSlug: string | null;
  @Text({ nullable: true })
  productName: string | null;
}

const OFF = { nullable: true, description: 'Null if the module is disabled.' };

/** What was found: of each kind five, those with this number or slug first, then the newest. */
export class SearchHits {
  @NestedList(() => HitDto)
  products: HitDto[];
  @NestedList(() => HitDto)
  areas: HitDto[];
  @NestedList(() => HitDto)
  standards: HitDto[];
  @NestedList(() => HitDto, OFF)
  issues: HitDto[] | null;
  @NestedList(() => HitDto, {
    nullable: true,
    description:
      'One finding per rule, from the first 2,000 rules in the order of their ids. Null if the module is disabled.',
  })
  findings: HitDto[] | null;
  @NestedList(() => HitDto, OFF)
  audits: HitDto[] | null;
  @NestedList(() => HitDto, OFF)
  risks: HitDto[] | null;
  @NestedList(() => HitDto, OFF)
  conformanceReports: HitDto[] | null;
}

/** What to search for. */
export class SearchQuery {
  @TextParameter({
    required: true,
    description:
      'A number (`12`, `#12`), a slug, or a text of at least three characters in names and titles, case-insensitive; for issues and risks also in descriptions.',
  })
  @MinLength(1, { message: '$property must not be empty' })
  q: string;
}
