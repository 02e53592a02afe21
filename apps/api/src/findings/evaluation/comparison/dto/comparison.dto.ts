import { Choice, Described, Id, Integer, IntegerParameter, Nested, NestedList, NumberOr, Text } from '#libs/fields';
import { type Outcome, OUTCOMES } from '../../outcome.js';
import { type Comparison, COMPARISONS } from '../compare.js';

const REQUIREMENT = 'The id of a requirement of the audit.';
const NUMBER = 'The number in its standard, otherwise its position from 1.';

/** With which audit to compare. */
export class ComparisonQuery {
  @IntegerParameter({
    max: 2_147_483_647,
    description: 'The number of another audit of the product; if absent, the audit whose failures are reviewed.',
  })
  with?: number;
}

@Described('The change of an outcome since the former audit.')
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

@Described('Number of outcomes by change.')
class ComparisonCountsDto implements Record<Comparison, number> {
  @Integer({ min: 0, description: 'Failed before; now passed or inapplicable.' })
  fixed: number;
  @Integer({ min: 0, description: 'Failed before and now.' })
  still_failing: number;
  @Integer({ min: 0, description: 'Failed now, but not before.' })
  new_failure: number;
  @Integer({ min: 0, description: 'Failed before; not yet tested again.' })
  not_retested: number;
  @Integer({ min: 0, description: 'Failed before and undecided now; or undecided before and passed now.' })
  better: number;
  @Integer({ min: 0, description: 'Passed before; undecided or untested now.' })
  worse: number;
  @Integer({ min: 0, description: 'All other outcomes.' })
  same: number;
}

/** What has changed since another audit. */
export class AuditComparison {
  @Integer({ min: 1, description: 'The number of the former audit.' })
  with: number;
  @Nested(() => ComparisonCountsDto)
  counts: ComparisonCountsDto;
  @NestedList(() => ComparedOutcomeDto, { description: 'Outcomes that differ.' })
  cells: ComparedOutcomeDto[];
}
