import { Choice, Described, Id, Integer, IntegerParameter, Nested, NestedList, NumberOr, Text } from '#libs/fields';
import { type Outcome, OUTCOMES } from '../../outcome.js';
import { type Comparison, COMPARISONS } from '../compare.js';

/** With which audit to compare. */
export class ComparisonQuery {
  @IntegerParameter({
    max: 2_147_483_647,
    description: 'The number of another audit of the product; the one whose failures it looks at again when absent.',
  })
  with?: number;
}

@Described('What has become of an outcome of the former audit.')
class ComparedOutcomeDto {
  @Id()
  requirementId: string;
  @Text()
  number: string;
  @NumberOr('all', { description: 'The number of the entry, or `all`.' })
  entry: number | string;
  @NumberOr('all', { description: 'The number of the entry in the former audit, or `all`.' })
  formerEntry: number | string;
  @Choice(OUTCOMES)
  before: Outcome;
  @Choice(OUTCOMES)
  after: Outcome;
  @Choice(COMPARISONS)
  comparison: Comparison;
}

@Described('How many outcomes have become what.')
class ComparisonCountsDto implements Record<Comparison, number> {
  @Integer({ min: 0 })
  fixed: number;
  @Integer({ min: 0 })
  still_failing: number;
  @Integer({ min: 0 })
  new_failure: number;
  @Integer({ min: 0 })
  not_retested: number;
  @Integer({ min: 0 })
  better: number;
  @Integer({ min: 0 })
  worse: number;
  @Integer({ min: 0 })
  same: number;
}

/** What has changed since another audit. */
export class AuditComparison {
  @Integer({ min: 1, description: 'The number of the former audit.' })
  with: number;
  @Nested(() => ComparisonCountsDto)
  counts: ComparisonCountsDto;
  @NestedList(() => ComparedOutcomeDto, { description: 'Those that are not the same.' })
  cells: ComparedOutcomeDto[];
}
