import { Choice, Integer, IntegerListParameter, Nested, NestedList, Timestamp } from '#libs/fields';
import { PageQuery } from '../../lists/page-query.js';
import { Total } from '../../lists/pagination.js';
import {
  type Grade,
  type Letter,
  LETTERS,
  REASON_CODES,
  type ReasonCode,
  TODO_CODES,
  type TodoCode,
} from '../grade.js';

class GradeReferenceDto {
  @Choice(['issue'])
  kind: 'issue';
  @Integer()
  number: number;
}

class GradeReasonDto {
  @Choice(REASON_CODES, { name: 'GradeReasonCode' })
  code: ReasonCode;
  @Choice(LETTERS, { nullable: true, name: 'Letter', description: 'The best letter it allows; null: none.' })
  cap: Letter | null;
  @Integer()
  count: number;
  @NestedList(() => GradeReferenceDto)
  refs: GradeReferenceDto[];
}

class GradeTodoDto {
  @Choice(TODO_CODES, { name: 'GradeTodoCode' })
  code: TodoCode;
  @Integer()
  count: number;
}

class NextLetterDto {
  @Choice(LETTERS, { name: 'Letter' })
  letter: Letter;
  @NestedList(() => GradeTodoDto)
  todo: GradeTodoDto[];
}

/** A letter with its reasons; never a claim of conformance. */
export class GradeDto {
  @Choice(LETTERS, { nullable: true, name: 'Letter', description: 'Null: not evaluated, or too long ago.' })
  letter: Letter | null;
  @Integer({ nullable: true, min: 0, max: 100 })
  score: number | null;
  @Integer()
  formulaVersion: number;
  @Timestamp()
  computedAt: string;
  @Timestamp({ nullable: true, description: 'The first moment at which age alone changes the letter.' })
  validUntil: string | null;
  @NestedList(() => GradeReasonDto)
  reasons: GradeReasonDto[];
  @Nested(() => NextLetterDto, { nullable: true })
  next: NextLetterDto | null;
  @Choice(LETTERS, { nullable: true, name: 'Letter', description: 'The letter if all that is pending were confirmed.' })
  potentialLetter: Letter | null;
}

/** The Grade of a product. */
export class GradeEnvelope {
  @Nested(() => GradeDto)
  grade: Grade;
}

/** Every change of a product's Grade, newest first. */
export class GradeHistory {
  @NestedList(() => GradeDto)
  grades: Grade[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

/** Which page of the history. */
export class GradeHistoryQuery extends PageQuery(25) {}

/** What to suppose. */
export class SimulateGradeQuery {
  @IntegerListParameter({ maxItems: 1000, description: 'Numbers of open issues of the product, comma-separated.' })
  closeIssues: number[] = [];
}
