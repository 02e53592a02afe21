import { Choice, Described, Id, Integer, Nested, NestedList, Timestamp } from '#libs/fields';
import {
  type Letter,
  LETTERS,
  REASON_CODES,
  type ReasonCode,
  REFERENCE_KINDS,
  type ReferenceKind,
  TODO_CODES,
  type TodoCode,
} from './codes.js';

@Described('A record behind a reason.')
class GradeReferenceDto {
  @Choice(REFERENCE_KINDS)
  kind: ReferenceKind;
  @Integer({ optional: true, min: 1, description: 'The number of an issue or an audit in its product.' })
  number?: number;
  @Id({ optional: true, description: 'The id of a finding.' })
  id?: string;
}

@Described('A reason that limits the Grade.')
class GradeReasonDto {
  @Choice(REASON_CODES)
  code: ReasonCode;
  @Choice(LETTERS, { nullable: true, description: 'The best letter possible with this reason; null if none.' })
  cap: Letter | null;
  @Integer({
    description:
      'The number of issues, findings or audits; for `requirements_lost` and `basic_requirement_failed`, of requirements; 0 if not countable. All findings overdue on that day are counted.',
  })
  count: number;
  @NestedList(() => GradeReferenceDto, {
    description: 'Some of the records: issues with the lowest numbers, findings pending longest, the latest audit.',
  })
  refs: GradeReferenceDto[];
}

@Described('An action for the next letter.')
class GradeTodoDto {
  @Choice(TODO_CODES)
  code: TodoCode;
  @Integer({ description: 'The count; 0 if not countable.' })
  count: number;
}

@Described('The next better letter, and the actions for it.')
class NextLetterDto {
  @Choice(LETTERS)
  letter: Letter;
  @NestedList(() => GradeTodoDto, { description: 'All of these actions together lead to the letter.' })
  todo: GradeTodoDto[];
}

/** A letter, or null where there is none. */
export const LetterField = (description: string): PropertyDecorator => Choice(LETTERS, { nullable: true, description });

/** A letter with its reasons; never a claim of conformance. */
@Described('A grade of the known accessibility of a product, with reasons. It is not a claim of conformance.')
export class GradeDto {
  @Choice(LETTERS, { nullable: true, description: 'Null if not evaluated, or if the evaluation is outdated.' })
  letter: Letter | null;
  @Integer({
    nullable: true,
    min: 0,
    max: 100,
    description:
      'The percentage of requirements in scope without an open issue; requirements with only non-severe issues count half. Null with the letter.',
  })
  score: number | null;
  @Integer({ description: 'The version of the rules used.' })
  formulaVersion: number;
  @Timestamp({ description: 'The time of computation.' })
  computedAt: string;
  @Timestamp({ nullable: true, description: 'The first time at which age alone changes the letter.' })
  validUntil: string | null;
  @NestedList(() => GradeReasonDto)
  reasons: GradeReasonDto[];
  @Nested(() => NextLetterDto, { nullable: true, description: 'Null for the best letter.' })
  next: NextLetterDto | null;
  @Choice(LETTERS, { nullable: true, description: 'The letter if all pending findings were confirmed.' })
  potentialLetter: Letter | null;
}
