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
  message: 'must be a path that starts with a slash, without a query, and with ** only at the end',
};

const DEADLINES = 'Deadlines of the product; they apply if shorter than those of the organization. Null if none.';
const TEAM = 'The team of the product. It is used as a filter (`team`), and grants no permissions. Null if none.';

const FREQUENCIES = named('ProductAuditFrequency', [0, 3, 6, 12], 'Months between full audits; 0 for no schedule.');

@Described('A rule that groups URLs of the same page when findings are compared.')
export class PageRuleDto implements PageRule {
  @Text({
    max: 500,
    form: PAGE_PATH,
    example: '/products/:id',
    description:
      'The path of the page: `:id` matches one segment, `**` at the end matches the rest. `//help.example/docs/:id` applies to this host only; `//help.example` separates all pages of this host from those of other hosts.',
  })
  path: string;
  @TextList({
    optional: true,
    max: 100,
    maxItems: 20,
    description: 'Query parameters that distinguish pages; if absent, none.',
  })
  query?: string[];
}

/** A product as everyone in its organization sees it; `isPinned` is the caller's own. */
@Described('A website, app or document under test.')
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
  @IdList({ description: 'Requirements that are in scope although they do not apply by type and features.' })
  drawnIn: string[];
  @Id({ nullable: true, description: 'Null: the standard of the organization.' })
  standardId: string | null;
  @Id({ nullable: true, description: 'The id of a level of the effective standard.' })
  conformanceLevel: string | null;
  @Choice(FREQUENCIES, {
    nullable: true,
    description: 'Months between full audits; 0 for no schedule; null for the schedule of the organization.',
  })
  auditFrequency: number | null;
  @NestedList(() => PageRuleDto, { description: 'Rules that group URLs of the same page; the first match applies.' })
  pageRules: PageRule[];
  @Id({ nullable: true, description: 'The user id of the responsible member; null if none.' })
  responsiblePersonId: string | null;
  @Id({ nullable: true, description: TEAM })
  teamId: string | null;
  @Nested(() => DeadlinesDto, { nullable: true, description: DEADLINES })
  deadlines: DeadlinesDto | null;
  @Flag({ description: 'Whether the caller has pinned it.' })
  isPinned: boolean;
  @Nested(() => GradeDto, {
    nullable: true,
    description: 'The current Grade with its reasons; null before the first one.',
  })
  grade: object | null;
  @Timestamp({
    nullable: true,
    description: 'The time of archiving; null if active. Archived products cannot be changed.',
  })
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
  @Text({ optional: true, max: 100, filled: true, description: 'A new name creates a new slug.' })
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
      'Requirements that are in scope although they do not apply by type and features. Entries of other standards are kept, but have no effect.',
  })
  drawnIn?: string[];
  @Id({ optional: true, nullable: true })
  standardId?: string | null;
  @Id({ optional: true, nullable: true, description: 'The id of a level of the effective standard.' })
  conformanceLevel?: string | null;
  @Choice(FREQUENCIES, {
    optional: true,
    nullable: true,
    description: 'Months between full audits; 0 for no schedule; null for the schedule of the organization.',
  })
  auditFrequency?: number | null;
  @NestedList(() => PageRuleDto, {
    optional: true,
    max: 100,
    description:
      'Rules that group URLs of the same page; the first match applies. URLs without a matching rule are compared by path and query.',
  })
  pageRules?: PageRuleDto[];
  @Id({ optional: true, nullable: true, description: 'The user id of a member.' })
  responsiblePersonId?: string | null;
  @Id({ optional: true, nullable: true, description: TEAM })
  teamId?: string | null;
  @Nested(() => UpdateDeadlines, { optional: true, nullable: true, description: DEADLINES })
  deadlines?: UpdateDeadlines | null;
}
