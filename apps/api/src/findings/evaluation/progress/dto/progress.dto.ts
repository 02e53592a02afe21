import { Choice, Described, Id, Integer, IntegerList, Nested, NestedList, Text } from '#libs/fields';
import { type Outcome, OUTCOMES } from '../../outcome.js';
import type { AuditProgress, OutcomeCounts } from '../progress.js';

const REQUIREMENT = 'The id of a requirement of the audit.';
const NUMBER = 'The number in its standard, otherwise its position from 1.';

@Described('Number of outcomes by value.')
export class OutcomeCountsDto implements OutcomeCounts {
  @Integer({ min: 0, description: 'Failed.' })
  failed: number;
  @Integer({ min: 0, description: 'Undecided (cannot tell).' })
  cannot_tell: number;
  @Integer({ min: 0, description: 'Untested.' })
  untested: number;
  @Integer({ min: 0, description: 'Passed.' })
  passed: number;
  @Integer({ min: 0, description: 'Inapplicable.' })
  inapplicable: number;
}

@Described('The progress of an audit for a requirement.')
class RequirementProgressDto {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @Text({ description: NUMBER })
  number: string;
  @Text()
  name: string;
  @Text({ nullable: true, description: 'The name of its level.' })
  level: string | null;
  @Choice(OUTCOMES, { description: 'Over the sample: failed if any entry fails, and so on.' })
  verdict: Outcome;
  @Nested(() => OutcomeCountsDto)
  outcomes: OutcomeCountsDto;
}

@Described('The progress of an audit for a sample entry.')
class EntryProgressDto {
  @Integer({ min: 1, description: 'The number of the entry.' })
  entry: number;
  @Text()
  name: string;
  @Nested(() => OutcomeCountsDto)
  outcomes: OutcomeCountsDto;
}

@Described('The verdicts of the requirements of a level.')
class LevelProgressDto {
  @Text({ nullable: true, description: 'The name of the level; null for requirements without a level.' })
  level: string | null;
  @Nested(() => OutcomeCountsDto)
  verdicts: OutcomeCountsDto;
}

@Described('A requirement with the affected entries.')
class RequirementOnEntriesDto {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @Text({ description: NUMBER })
  number: string;
  @IntegerList({ description: 'The numbers of the entries.' })
  entries: number[];
}

@Described('The number of decisions of a person.')
class PersonProgressDto {
  @Id({ nullable: true, description: 'Null for API keys and deleted accounts.' })
  userId: string | null;
  @Text()
  name: string;
  @Integer({ min: 0, description: 'Outcomes without untested ones.' })
  decided: number;
}

/** How far an audit is. */
export class AuditProgressDto implements AuditProgress {
  @Nested(() => OutcomeCountsDto, { description: 'For all requirements on all entries.' })
  outcomes: OutcomeCountsDto;
  @Nested(() => OutcomeCountsDto, { description: 'For all requirements.' })
  verdicts: OutcomeCountsDto;
  @NestedList(() => RequirementProgressDto)
  requirements: RequirementProgressDto[];
  @NestedList(() => EntryProgressDto)
  entries: EntryProgressDto[];
  @NestedList(() => LevelProgressDto)
  levels: LevelProgressDto[];
  @NestedList(() => PersonProgressDto)
  people: PersonProgressDto[];
  @NestedList(() => RequirementOnEntriesDto, {
    description: 'Requirements that would be untested on completion, with their entries.',
  })
  missing: RequirementOnEntriesDto[];
  @NestedList(() => RequirementOnEntriesDto, {
    description: 'Failures found only on random entries: the structured sample was not representative (WCAG-EM 4.3).',
  })
  randomOnly: RequirementOnEntriesDto[];
}
