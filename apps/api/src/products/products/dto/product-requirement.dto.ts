import { Choice, Described, Flag, NestedList } from '#libs/fields';
import { RequirementDto } from '../../../standards/standards/dto/requirement.dto.js';
import { SCOPE_REASONS, type ScopeReason } from '../../../standards/standards/in-scope.js';

@Described('A requirement of the effective standard, with its scope for the product.')
export class ProductRequirementDto extends RequirementDto {
  @Flag({ description: 'Whether it is in scope: required by the level and applicable, or added for the product.' })
  inScope: boolean;
  @Choice(SCOPE_REASONS, { nullable: true, description: 'Null if it is in scope by level and product type.' })
  why: ScopeReason | null;
}

/** In the order of the standard. */
export class ProductRequirementList {
  @NestedList(() => ProductRequirementDto)
  requirements: ProductRequirementDto[];
}
