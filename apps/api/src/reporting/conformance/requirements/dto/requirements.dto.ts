import { Choice, Described, Flag, Id, Nested, NestedList, Text } from '#libs/fields';
import { SCOPE_REASONS, type ScopeReason } from '../../../../standards/standards/in-scope.js';
import { ReportProblemDto } from '../../publishing/dto/publishing.dto.js';
import { VerdictSuggestionDto } from '../../suggestions/dto/suggestion.dto.js';
import { VerdictDto } from '../../verdicts/dto/verdict.dto.js';

const OF_SEVERAL = 'For a report on several standards.';

@Described('A group of requirements of a standard of a report.')
class ReportGroupDto {
  @Id()
  id: string;
  @Id({ optional: true, description: OF_SEVERAL })
  standardId?: string;
  @Text({ nullable: true, description: 'The number in its standard; null if none.' })
  number: string | null;
  @Text()
  name: string;
  @Id({ nullable: true, description: 'The parent group; null if none.' })
  parentId: string | null;
}

@Described('A requirement of a report, with the data for judging it.')
class JudgedRequirementDto {
  @Id()
  id: string;
  @Id({ optional: true, description: OF_SEVERAL })
  standardId?: string;
  @Text({ description: 'The number in its standard, otherwise its position from 1.', example: '1.4.3' })
  number: string;
  @Text()
  name: string;
  @Id({ nullable: true, description: 'The id of its level; null if none.' })
  levelId: string | null;
  @Id({ nullable: true, description: 'The id of its group; null if none.' })
  groupId: string | null;
  @Flag({ description: 'Whether it is required by the level of the report and applies to the product.' })
  inScope: boolean;
  @Choice(SCOPE_REASONS, { nullable: true })
  why: ScopeReason | null;
  @NestedList(() => VerdictDto, { description: 'Its verdicts, one for each component.' })
  verdicts: VerdictDto[];
  @Nested(() => VerdictSuggestionDto, { nullable: true, description: 'Null if the report is not a draft.' })
  suggestion: VerdictSuggestionDto | null;
  @NestedList(() => ReportProblemDto, { description: 'Its problems that prevent the publication of the draft.' })
  problems: ReportProblemDto[];
}

/** The requirements of the standards of a report, in their order. */
export class ReportRequirementList {
  @NestedList(() => ReportGroupDto, { description: 'Each after its parent.' })
  groups: ReportGroupDto[];
  @NestedList(() => JudgedRequirementDto)
  requirements: JudgedRequirementDto[];
  @NestedList(() => ReportProblemDto, { description: 'General problems that prevent the publication of the draft.' })
  problems: ReportProblemDto[];
}
