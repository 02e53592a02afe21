import { Flag, NestedList } from '#libs/fields';
import { RequirementDto } from '../../../standards/standards/dto/requirement.dto.js';
import type { FailedRequirements } from '../issue-requirements.service.js';

/** The requirements that an issue fails, and what of them is open. */
export class FailedRequirementList {
  @NestedList(() => RequirementDto)
  requirements: RequirementDto[];
  @NestedList(() => RequirementDto, {
    description:
      'Requirements of the effective standard that it may fail, if several cite its criteria and none has been chosen (RGAA); a selection for `PUT`.',
  })
  candidates: RequirementDto[];
  @Flag({
    description:
      'Whether it fails only requirements missing in the effective standard, such as 4.1.1 with WCAG 2.2. It then has no effect on the Grade, until a standard includes them.',
  })
  outsideStandard: boolean;

  static from({ requirements, candidates, outsideStandard }: FailedRequirements): FailedRequirementList {
    return {
      requirements: requirements.map(RequirementDto.from),
      candidates: candidates.map(RequirementDto.from),
      outsideStandard,
    };
  }
}
