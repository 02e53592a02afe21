import {
  Choice,
  ChoiceList,
  Described,
  fieldsOf,
  Flag,
  Id,
  IdList,
  named,
  Nested,
  NestedList,
  Text,
  TextList,
  Timestamp,
} from '#libs/fields';
import { type Feature, FEATURES } from '../../../standards/catalogue/features.js';
import { GradeDto } from '../grade/grade.dto.js';
import { Slug } from '../../../platform/lists/shared-fields.js';
import { DeadlinesDto, UpdateDeadlines } from '../../../accounts/organizations/dto/deadlines.dto.js';
import { type PageRule, type Product, PRODUCT_TYPES, type ProductType } from '../product.entity.js';

/** What the path of a page looks like in a rule. */
export const PAGE_PATH = {
  pattern: /^(?!.*\*\*.)(?!\/\/(?:\/|$))\/[^\s?]*$/,
  message: 'must be a path that begins with a slash, without a query, and with ** at its end only',
};

const DEADLINES =
  'Its own deadlines for issues: they count where they are shorter than those of the organization; null: none.';
const TEAM = 'The team that it belongs to: narrows lists by `team`, and gives nobody a right; null: none.';

const FREQUENCIES = named('ProductAuditFrequency', [0, 3, 6, 12], 'Months between full audits; 0: no schedule.');

@Described('Addresses that are one page, when findings are compared.')
export class PageRuleDto implements PageRule {
  @Text({
    max: 500,
    form: PAGE_PATH,
    example: '/products/:id',
    description:
      'The path of the page: `:id` is one segment, whatever stands there, and `**` at the end the rest. `//help.example/docs/:id` is for this host alone, ' +
      '`//help.example` keeps all pages of the host apart from those of others.',
  })
  path: string;
  @TextList({
    optional: true,
    max: 100,
    maxItems: 20,
    description: 'The names in the query that tell pages apart; absent: none of it does.',
  })
  query?: string[];
}

/** A product as everyone in its organization sees it; `isPinned` is the caller's own. */
@Described('What is tested: a website, an app, a document.')
export class ProductDto {
  @Id()
  id: string;
  @Text({ max: 100 })
  name: string;
  @Slug()
  slug: string;
  @Text({ nullable: true })
  description: string | null;
  @Choice(PRODUCT_TYPES)
  type: ProductType;
  @ChoiceList(FEATURES)
  features: Feature[];
  @IdList({ description: 'Requirements that do not apply to the product, by its type and features, and shall.' })
  drawnIn: string[];
  @Id({ nullable: true, description: 'Null: the standard of the organization holds.' })
  standardId: string | null;
  @Id({ nullable: true, description: 'The id of a level of the effective standard.' })
  conformanceLevel: string | null;
  @Choice(FREQUENCIES, {
    nullable: true,
    description: 'Months between full audits; 0: no schedule; null: as the organization has it.',
  })
  auditFrequency: number | null;
  @NestedList(() => PageRuleDto, { description: 'Which addresses are one page; the first that fits.' })
  pageRules: PageRule[];
  @Id({ nullable: true, description: 'The user id of the member who answers for the product; null: nobody.' })
  responsiblePersonId: string | null;
  @Id({ nullable: true, description: TEAM })
  teamId: string | null;
  @Nested(() => DeadlinesDto, { nullable: true, description: DEADLINES })
  deadlines: DeadlinesDto | null;
  @Flag({ description: 'Whether the caller has pinned it.' })
  isPinned: boolean;
  @Nested(() => GradeDto, { nullable: true, description: 'The current Grade with its reasons; null before the first.' })
  grade: object | null;
  @Timestamp({ nullable: true, description: 'Since when it is archived, and refuses changes; null: it is not.' })
  archivedAt: Date | null;
  @Id()
  organizationId: string;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(product: Product, { isPinned, grade }: { isPinned: boolean; grade: object | null }): ProductDto {
    return { ...fieldsOf(ProductDto, product), conformanceLevel: product.conformanceLevelId, isPinned, grade };
  }
}

/** One product. */
export class ProductEnvelope {
  @Nested(() => ProductDto)
  product: ProductDto;
}

/** A new product. */
export class CreateProduct {
  @Text({ max: 100, filled: true })
  name: string;
  @Choice(PRODUCT_TYPES)
  type: ProductType;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
}

/** What to change of a product. */
export class UpdateProduct {
  @Text({ optional: true, max: 100, filled: true, description: 'A new name makes a new slug.' })
  name?: string;
  @Choice(PRODUCT_TYPES, { optional: true })
  type?: ProductType;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @ChoiceList(FEATURES, { optional: true })
  features?: Feature[];
  @IdList({
    optional: true,
    max: 500,
    description:
      'Requirements that do not apply to the product, by its type and features, and shall. Those of another standard than the one in force rest.',
  })
  drawnIn?: string[];
  @Id({ optional: true, nullable: true })
  standardId?: string | null;
  @Id({ optional: true, nullable: true, description: 'The id of a level of the effective standard.' })
  conformanceLevel?: string | null;
  @Choice(FREQUENCIES, {
    optional: true,
    nullable: true,
    description: 'Months between full audits; 0: no schedule; null: as the organization has it.',
  })
  auditFrequency?: number | null;
  @NestedList(() => PageRuleDto, {
    optional: true,
    max: 100,
    description:
      'Which addresses are one page; the first that fits. Addresses without a rule are told apart by path and query.',
  })
  pageRules?: PageRuleDto[];
  @Id({ optional: true, nullable: true, description: 'The user id of a member.' })
  responsiblePersonId?: string | null;
  @Id({ optional: true, nullable: true, description: TEAM })
  teamId?: string | null;
  @Nested(() => UpdateDeadlines, { optional: true, nullable: true, description: DEADLINES })
  deadlines?: UpdateDeadlines | null;
}
