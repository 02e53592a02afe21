import { Flag, NestedList } from '#libs/fields';
import { RequirementDto } from '../../../standards/standards/dto/requirement.dto.js';
import type { FailedRequirements } from '../issue-requirements.service.js';

/** The requirements that an issue fails, and what of them is open. */
export class FailedRequirementList {
  @NestedList(() => RequirementDto)
  requirements: RequirementDto[];
  @NestedList(() => RequirementDto, {
    description:
      'Those of the standard in force that it may fail, where several cite its criteria and nobody has said which (RGAA): to choose from for one `PUT`.',
  })
  candidates: RequirementDto[];
  @Flag({
    description:
      'Whether it fails only what the standard in force does not have, such as 4.1.1 with WCAG 2.2: it weighs nothing in the Grade, and counts by itself once a standard has it.',
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
