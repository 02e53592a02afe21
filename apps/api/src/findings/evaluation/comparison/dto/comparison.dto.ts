import { Choice, Described, Id, Integer, IntegerParameter, Nested, NestedList, NumberOr, Text } from '#libs/fields';
import { type Outcome, OUTCOMES } from '../../outcome.js';
import { type Comparison, COMPARISONS } from '../compare.js';

const REQUIREMENT = 'The id of a requirement that the audit asks for.';
const NUMBER = 'As its standard numbers it, else its place from 1.';

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
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @Text({ description: NUMBER })
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
  @Integer({ min: 0, description: 'Failed, and pass now or nothing is about them.' })
  fixed: number;
  @Integer({ min: 0, description: 'Failed, and still do.' })
  still_failing: number;
  @Integer({ min: 0, description: 'Fail now, and did not.' })
  new_failure: number;
  @Integer({ min: 0, description: 'Failed, and nobody has tested them again.' })
  not_retested: number;
  @Integer({ min: 0, description: 'Failed, and nobody can tell now; or nobody could tell, and they pass now.' })
  better: number;
  @Integer({ min: 0, description: 'Passed, and nobody can tell or has tested them now.' })
  worse: number;
  @Integer({ min: 0, description: 'All others.' })
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
