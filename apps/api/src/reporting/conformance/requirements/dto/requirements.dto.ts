import { Choice, Described, Flag, Id, Nested, NestedList, Text } from '#libs/fields';
import { SCOPE_REASONS, type ScopeReason } from '../../../../standards/standards/in-scope.js';
import { ReportProblemDto } from '../../publishing/dto/publishing.dto.js';
import { VerdictSuggestionDto } from '../../suggestions/dto/suggestion.dto.js';
import { VerdictDto } from '../../verdicts/dto/verdict.dto.js';

const OF_SEVERAL = 'Of a report on several standards.';

@Described('A group of requirements of a standard of a report.')
class ReportGroupDto {
  @Id()
  id: string;
  @Id({ optional: true, description: OF_SEVERAL })
  standardId?: string;
  @Text({ nullable: true, description: 'As the standard numbers it; null: it does not.' })
  number: string | null;
  @Text()
  name: string;
  @Id({ nullable: true, description: 'The group that it is within; null: none.' })
  parentId: string | null;
}

@Described('A requirement of a standard of a report, with all that a person needs to judge it.')
class JudgedRequirementDto {
  @Id()
  id: string;
  @Id({ optional: true, description: OF_SEVERAL })
  standardId?: string;
  @Text({ description: 'As the standard numbers it, else its place from 1.', example: '1.4.3' })
  number: string;
  @Text()
  name: string;
  @Id({ nullable: true, description: 'The id of its level; null: none.' })
  levelId: string | null;
  @Id({ nullable: true, description: 'The id of its group; null: none.' })
  groupId: string | null;
  @Flag({ description: 'Whether the level of the report asks for it and it applies to the product.' })
  inScope: boolean;
  @Choice(SCOPE_REASONS, { nullable: true })
  why: ScopeReason | null;
  @NestedList(() => VerdictDto, { description: 'What is said of it, one for each component.' })
  verdicts: VerdictDto[];
  @Nested(() => VerdictSuggestionDto, { nullable: true, description: 'Null: the report is no draft.' })
  suggestion: VerdictSuggestionDto | null;
  @NestedList(() => ReportProblemDto, { description: 'What of it keeps the draft from being published.' })
  problems: ReportProblemDto[];
}

/** The requirements of the standards of a report, in their order. */
export class ReportRequirementList {
  @NestedList(() => ReportGroupDto, { description: 'Each after the one that it is within.' })
  groups: ReportGroupDto[];
  @NestedList(() => JudgedRequirementDto)
  requirements: JudgedRequirementDto[];
  @NestedList(() => ReportProblemDto, { description: 'What keeps the draft as a whole from being published.' })
  problems: ReportProblemDto[];
}
