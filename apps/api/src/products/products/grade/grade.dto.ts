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
  @Integer({ optional: true, min: 1, description: 'Of an issue or an audit, in its product.' })
  number?: number;
  @Id({ optional: true, description: 'Of a finding.' })
  id?: string;
}

@Described('What keeps the Grade from being better.')
class GradeReasonDto {
  @Choice(REASON_CODES)
  code: ReasonCode;
  @Choice(LETTERS, { nullable: true, description: 'The best letter it allows; null: none.' })
  cap: Letter | null;
  @Integer({
    description:
      'How many issues, findings or audits, of `requirements_lost` and `basic_requirement_failed` requirements; 0 where there is nothing to count. All findings that are overdue on that day count.',
  })
  count: number;
  @NestedList(() => GradeReferenceDto, {
    description:
      'Some of the records behind it: issues by the lowest numbers, findings that have waited longest, the latest audit.',
  })
  refs: GradeReferenceDto[];
}

@Described('Something to do for the next letter.')
class GradeTodoDto {
  @Choice(TODO_CODES)
  code: TodoCode;
  @Integer({ description: 'How many; 0 where there is nothing to count.' })
  count: number;
}

@Described('The next better letter, and what earns it.')
class NextLetterDto {
  @Choice(LETTERS)
  letter: Letter;
  @NestedList(() => GradeTodoDto, { description: 'All of it earns the letter.' })
  todo: GradeTodoDto[];
}

/** A letter, or null where there is none. */
export const LetterField = (description: string): PropertyDecorator => Choice(LETTERS, { nullable: true, description });

/** A letter with its reasons; never a claim of conformance. */
@Described('How accessible a product is known to be, and why; never a claim of conformance.')
export class GradeDto {
  @Choice(LETTERS, { nullable: true, description: 'Null: not evaluated, or too long ago.' })
  letter: Letter | null;
  @Integer({
    nullable: true,
    min: 0,
    max: 100,
    description:
      'Percent of the requirements in scope that no open issue fails, one that is not severe counting half; null with the letter.',
  })
  score: number | null;
  @Integer({ description: 'By which version of the rules it was computed.' })
  formulaVersion: number;
  @Timestamp({ description: 'When it was computed.' })
  computedAt: string;
  @Timestamp({ nullable: true, description: 'The first moment at which age alone changes the letter.' })
  validUntil: string | null;
  @NestedList(() => GradeReasonDto)
  reasons: GradeReasonDto[];
  @Nested(() => NextLetterDto, { nullable: true, description: 'Null at the best letter.' })
  next: NextLetterDto | null;
  @Choice(LETTERS, { nullable: true, description: 'The letter if all that is pending were confirmed.' })
  potentialLetter: Letter | null;
}
