import { Choice, Described, Flag, NestedList } from '#libs/fields';
import { RequirementDto } from '../../../standards/standards/dto/requirement.dto.js';
import { SCOPE_REASONS, type ScopeReason } from '../../../standards/standards/in-scope.js';

@Described('A requirement of the standard in force, and whether the product needs to meet it.')
export class ProductRequirementDto extends RequirementDto {
  @Flag({ description: 'Whether the level asks for it, and it applies to the product or is drawn in.' })
  inScope: boolean;
  @Choice(SCOPE_REASONS, { nullable: true, description: 'Null: it is in scope by its level and the kind of product.' })
  why: ScopeReason | null;
}

/** In the order of the standard. */
export class ProductRequirementList {
  @NestedList(() => ProductRequirementDto)
  requirements: ProductRequirementDto[];
}
