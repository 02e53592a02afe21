import { Described, Id, Integer, NestedList, Text, TextParameter } from '#libs/fields';
import { MinLength } from 'class-validator';

@Described('A record that was found, with what leads to it.')
class HitDto {
  @Id()
  id: string;
  @Integer({ nullable: true, description: 'Its number in the product; null: it has none.' })
  number: number | null;
  @Text({ nullable: true, description: 'As its address has it; null: it has none.' })
  slug: string | null;
  @Text({ description: 'Its title or name.' })
  title: string;
  @Text({ nullable: true, description: 'The product that it belongs to, as its address has it; null: to none.' })
  productSlug: string | null;
  @Text({ nullable: true })
  productName: string | null;
}

const OFF = { nullable: true, description: 'Null: the module is off.' };

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
    description: 'One of each rule, of the first 2,000 rules in the order of their ids. Null: the module is off.',
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
      'A number (`12`, `#12`), a slug, or a text of three characters and more in names and titles, whatever its case; of issues and risks in descriptions too.',
  })
  @MinLength(1, { message: '$property must not be empty' })
  q: string;
}
