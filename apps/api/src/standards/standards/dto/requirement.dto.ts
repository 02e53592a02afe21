import {
  ChoiceList,
  Described,
  fieldsOf,
  Flag,
  Id,
  JsonObject,
  Nested,
  NestedList,
  Text,
  TextList,
  Timestamp,
} from '#libs/fields';
import { PRODUCT_KINDS, type ProductKind } from '../../catalogue/applies-to.js';
import { procedureOfCriteria } from '../../catalogue/procedures.js';
import { type Feature, FEATURES } from '../../catalogue/features.js';
import type { Requirement } from '../requirement.entity.js';

@Described(
  'Applies to products with one of the types, or one of the features, if they also have all features in `with`.',
)
export class AppliesToDto {
  @ChoiceList(PRODUCT_KINDS)
  types: readonly ProductKind[];
  @ChoiceList(FEATURES)
  features: readonly Feature[];
  @ChoiceList(FEATURES, { description: 'Features that the product must also have.' })
  with: readonly Feature[];
}

/** One thing a standard asks for. */
@Described('A requirement of a standard, such as a WCAG success criterion.')
export class RequirementDto {
  @Id()
  id: string;
  @Id()
  standardId: string;
  @Text()
  name: string;
  @Text({ nullable: true })
  description: string | null;
  @Text({ nullable: true, description: 'The URL of further information; null if none.' })
  url: string | null;
  @Text({
    nullable: true,
    description: 'The test procedure, in Markdown: that of the standard, or of the corresponding WCAG criteria.',
  })
  procedure: string | null;
  @Id({ nullable: true, description: 'The id of a level of the standard.' })
  level: string | null;
  @TextList({ description: 'The versions of the standard that include it.' })
  versions: string[];
  @Flag({ description: 'Whether it can be tested automatically, without manual review.' })
  aiTestable: boolean;
  @Id({ nullable: true })
  groupId: string | null;
  @JsonObject({ description: '`wcag` is the number of the corresponding success criterion.' })
  metadata: Record<string, unknown>;
  @Nested(() => AppliesToDto, {
    nullable: true,
    description: 'The products to which it applies; null for all. Set on requirements of EN 301 549 and Section 508.',
  })
  appliesTo: AppliesToDto | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  static from(requirement: Requirement): RequirementDto {
    return {
      ...fieldsOf(RequirementDto, requirement),
      level: requirement.levelId,
      procedure: requirement.procedure ?? procedureOfCriteria(requirement.wcag),
    };
  }
}

/** Requirements, in the order of their standard. */
export class RequirementList {
  @NestedList(() => RequirementDto)
  requirements: RequirementDto[];
}
