import { Integer, IntegerListParameter, Nested, NestedList } from '#libs/fields';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Total } from '../../../platform/lists/pagination.js';
import { GradeDto } from '../../../products/products/grade/grade.dto.js';
import type { Grade } from '../grade.js';

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
