import { Choice, Described, Id, Integer, IntegerList, Nested, NestedList, Text } from '#libs/fields';
import { type Outcome, OUTCOMES } from '../../outcome.js';
import type { AuditProgress, OutcomeCounts } from '../progress.js';

const REQUIREMENT = 'The id of a requirement that the audit asks for.';
const NUMBER = 'As its standard numbers it, else its place from 1.';

@Described('How many there are of each outcome.')
export class OutcomeCountsDto implements OutcomeCounts {
  @Integer({ min: 0, description: 'Those that fail.' })
  failed: number;
  @Integer({ min: 0, description: 'Those of which nobody can tell.' })
  cannot_tell: number;
  @Integer({ min: 0, description: 'Those that nobody has tested.' })
  untested: number;
  @Integer({ min: 0, description: 'Those that pass.' })
  passed: number;
  @Integer({ min: 0, description: 'Those that nothing there is about.' })
  inapplicable: number;
}

@Described('How far an audit is with a requirement.')
class RequirementProgressDto {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @Text({ description: NUMBER })
  number: string;
  @Text()
  name: string;
  @Text({ nullable: true, description: 'The name of its level.' })
  level: string | null;
  @Choice(OUTCOMES, { description: 'Over the sample: failed where any entry fails, and so on.' })
  verdict: Outcome;
  @Nested(() => OutcomeCountsDto)
  outcomes: OutcomeCountsDto;
}

@Described('How far an audit is with an entry of its sample.')
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
  @Text({ nullable: true, description: 'The name of the level; null: those without one.' })
  level: string | null;
  @Nested(() => OutcomeCountsDto)
  verdicts: OutcomeCountsDto;
}

@Described('A requirement with the entries on which something is so.')
class RequirementOnEntriesDto {
  @Id({ description: REQUIREMENT })
  requirementId: string;
  @Text({ description: NUMBER })
  number: string;
  @IntegerList({ description: 'The numbers of the entries.' })
  entries: number[];
}

@Described('What a person has decided.')
class PersonProgressDto {
  @Id({ nullable: true, description: 'Null: an API key, or somebody whose account is gone.' })
  userId: string | null;
  @Text()
  name: string;
  @Integer({ min: 0, description: 'Outcomes but for untested ones.' })
  decided: number;
}

/** How far an audit is. */
export class AuditProgressDto implements AuditProgress {
  @Nested(() => OutcomeCountsDto, { description: 'Of all requirements on all entries.' })
  outcomes: OutcomeCountsDto;
  @Nested(() => OutcomeCountsDto, { description: 'Of all requirements.' })
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
    description: 'What completing would leave untested, with the entries on which it is.',
  })
  missing: RequirementOnEntriesDto[];
  @NestedList(() => RequirementOnEntriesDto, {
    description: 'What fails on random entries alone: the structured sample was not representative (WCAG-EM 4.3).',
  })
  randomOnly: RequirementOnEntriesDto[];
}
