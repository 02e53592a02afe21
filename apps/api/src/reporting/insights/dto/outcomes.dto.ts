import { Described, Id, Integer, Nested, NestedList, Text } from '#libs/fields';
import { OutcomeCountsDto } from '../../../findings/evaluation/progress/dto/progress.dto.js';

@Described('A requirement with its verdicts in several audits.')
class RequirementOutcomesDto {
  @Id({ description: 'The id of a requirement of an audit.' })
  requirementId: string;
  @Id()
  standardId: string;
  @Text({ description: 'As in the newest audit that includes it.' })
  number: string;
  @Text()
  name: string;
  @Text({ nullable: true, description: 'The name of its level.' })
  level: string | null;
  @Integer({ min: 1, description: 'The number of audits that include it.' })
  audits: number;
  @Nested(() => OutcomeCountsDto, { description: 'The number of audits by verdict over the sample.' })
  verdicts: OutcomeCountsDto;
}

/** What audits have found of each requirement. */
export class OutcomeInsights {
  @Integer({ min: 0, description: 'The number of counted audits.' })
  audits: number;
  @NestedList(() => RequirementOutcomesDto, {
    description: 'The requirements of any of them, in the order of their standards.',
  })
  requirements: RequirementOutcomesDto[];
}
