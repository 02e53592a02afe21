import { Choice, Flag, Id, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { GradeDto } from '../../grading/dto/grade.dto.js';
import { type Product, PRODUCT_TYPES, type ProductType } from '../product.entity.js';

const FREQUENCIES = [0, 3, 6, 12] as const;

/** A product as everyone in its organization sees it; `isPinned` is the caller's own. */
export class ProductDto {
  @Id()
  id: string;
  @Text({ max: 100 })
  name: string;
  @Text()
  slug: string;
  @Text({ nullable: true })
  description: string | null;
  @Choice(PRODUCT_TYPES, { name: 'ProductType' })
  type: ProductType;
  @Id({ nullable: true, description: 'Null: the standard of the organization holds.' })
  standardId: string | null;
  @Id({ nullable: true, description: 'The id of a level of the effective standard.' })
  conformanceLevel: string | null;
  @Choice(FREQUENCIES, {
    name: 'ProductAuditFrequency',
    nullable: true,
    description: 'Months between full audits; 0: no schedule; null: as the organization has it.',
  })
  auditFrequency: number | null;
  @Id({ nullable: true })
  responsiblePersonId: string | null;
  @Flag()
  isPinned: boolean;
  @Nested(() => GradeDto, { nullable: true, description: 'The current Grade with its reasons; null before the first.' })
  grade: object | null;
  @Timestamp({ nullable: true })
  archivedAt: Date | null;
  @Id()
  organizationId: string;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(product: Product, { isPinned, grade }: { isPinned: boolean; grade: object | null }): ProductDto {
    return {
      id: product.id,
      name: product.name,
      slug: product.slug,
      description: product.description,
      type: product.type,
      standardId: product.standardId,
      conformanceLevel: product.conformanceLevelId,
      auditFrequency: product.auditFrequency,
      responsiblePersonId: product.responsiblePersonId,
      isPinned,
      grade,
      archivedAt: product.archivedAt,
      organizationId: product.organizationId,
      createdAt: product.createdAt,
      updatedAt: product.updatedAt,
    };
  }
}

/** A product in the list, with the person to ask. */
export class ListedProductDto extends ProductDto {
  @Text({ nullable: true })
  responsiblePersonName: string | null;
  @Text({ nullable: true })
  responsiblePersonEmail: string | null;
  @Text({ nullable: true })
  responsiblePersonImage: string | null;
}

/** One product. */
export class ProductEnvelope {
  @Nested(() => ProductDto)
  product: ProductDto;
}

/** The products of an organization, by name. */
export class ProductList {
  @NestedList(() => ListedProductDto)
  products: ListedProductDto[];
}

/** A new product. */
export class CreateProduct {
  @Text({ max: 100, filled: true })
  name: string;
  @Choice(PRODUCT_TYPES, { name: 'ProductType' })
  type: ProductType;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
}

/** What to change of a product. */
export class UpdateProduct {
  @Text({ optional: true, max: 100, filled: true, description: 'A new name makes a new slug.' })
  name?: string;
  @Choice(PRODUCT_TYPES, { optional: true, name: 'ProductType' })
  type?: ProductType;
  @Text({ optional: true, nullable: true, max: 2000 })
  description?: string | null;
  @Id({ optional: true, nullable: true })
  standardId?: string | null;
  @Id({ optional: true, nullable: true })
  conformanceLevel?: string | null;
  @Choice(FREQUENCIES, { optional: true, nullable: true, name: 'ProductAuditFrequency' })
  auditFrequency?: number | null;
  @Id({ optional: true, nullable: true, description: 'The user id of a member.' })
  responsiblePersonId?: string | null;
}
