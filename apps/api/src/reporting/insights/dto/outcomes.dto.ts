import { Described, Id, Integer, Nested, NestedList, Text } from '#libs/fields';
import { OutcomeCountsDto } from '../../../findings/evaluation/progress/dto/progress.dto.js';

@Described('A requirement with its verdicts in several audits.')
class RequirementOutcomesDto {
  @Id({ description: 'The id of a requirement that an audit asked for.' })
  requirementId: string;
  @Id()
  standardId: string;
  @Text({ description: 'As the newest audit that asked for it has it.' })
  number: string;
  @Text()
  name: string;
  @Text({ nullable: true, description: 'The name of its level.' })
  level: string | null;
  @Integer({ min: 1, description: 'How many of the audits asked for it.' })
  audits: number;
  @Nested(() => OutcomeCountsDto, { description: 'In how many of them it fails over the sample, and so on.' })
  verdicts: OutcomeCountsDto;
}

/** What audits have found of each requirement. */
export class OutcomeInsights {
  @Integer({ min: 0, description: 'How many audits are counted.' })
  audits: number;
  @NestedList(() => RequirementOutcomesDto, {
    description: 'Those that any of them asked for, in the order of their standards.',
  })
  requirements: RequirementOutcomesDto[];
}
