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

@Described('Of products those of one of the types, or with one of the features, that have all of `with` beside.')
export class AppliesToDto {
  @ChoiceList(PRODUCT_KINDS)
  types: readonly ProductKind[];
  @ChoiceList(FEATURES)
  features: readonly Feature[];
  @ChoiceList(FEATURES, { description: 'What the product needs to have beside its type or its feature.' })
  with: readonly Feature[];
}

/** One thing a standard asks for. */
@Described('What a standard asks, such as a success criterion of WCAG.')
export class RequirementDto {
  @Id()
  id: string;
  @Id()
  standardId: string;
  @Text()
  name: string;
  @Text({ nullable: true })
  description: string | null;
  @Text({ nullable: true, description: 'Where more about it stands; null: nowhere.' })
  url: string | null;
  @Text({
    nullable: true,
    description:
      'How it is examined, in Markdown: as its standard says, else as the criteria of WCAG are that it stands for.',
  })
  procedure: string | null;
  @Id({ nullable: true, description: 'The id of a level of the standard.' })
  level: string | null;
  @TextList({ description: 'The versions of the standard that have it.' })
  versions: string[];
  @Flag({ description: 'Whether a program can judge it without a person.' })
  aiTestable: boolean;
  @Id({ nullable: true })
  groupId: string | null;
  @JsonObject({ description: '`wcag` holds the number of the success criterion it stands for.' })
  metadata: Record<string, unknown>;
  @Nested(() => AppliesToDto, {
    nullable: true,
    description: 'To which products it applies; null: to every one. Requirements of EN 301 549 and Section 508 say so.',
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
