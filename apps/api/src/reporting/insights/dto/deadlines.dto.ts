import { Choice, Described, Documented, Id, Integer, Nested, NestedList } from '#libs/fields';
import { type Rating, RATINGS } from '../../../accounts/organizations/ratings.js';
import { Slug } from '../../../platform/lists/shared-fields.js';

@Described('Adherence to due dates of issues, and time to close.')
export class DeadlineFiguresDto {
  @Integer({ min: 0, description: 'Closed by their due date.' })
  kept: number;
  @Integer({ min: 0, description: 'Closed after their due date, or still open after it.' })
  missed: number;
  @Documented({
    type: 'number',
    nullable: true,
    minimum: 0,
    description: 'With or without a due date; null if none was closed.',
  })
  medianDaysToClose: number | null;
}

@Described('Adherence to due dates by product.')
export class ProductDeadlines extends DeadlineFiguresDto {
  @Slug()
  productSlug: string;
}

@Described('Adherence to due dates by severity.')
export class DeadlinesOfSeverity extends DeadlineFiguresDto {
  @Choice(RATINGS, { nullable: true, description: 'Null for issues without a severity.' })
  severity: Rating | null;
}

@Described('Adherence to due dates by assignee.')
export class AssigneeDeadlines extends DeadlineFiguresDto {
  @Id({ nullable: true, description: 'A user id; null for unassigned issues.' })
  assigneeId: string | null;
}

@Described('Adherence to due dates by team: that of the issue, otherwise that of its product.')
export class TeamDeadlines extends DeadlineFiguresDto {
  @Id({ nullable: true, description: 'Null for issues without a severity.' })
  teamId: string | null;
}

/** Which dates of issues were kept. */
@Described('Adherence to due dates, for issues closed within 400 days and for overdue issues.')
export class DeadlineInsights {
  @Nested(() => DeadlineFiguresDto)
  total: DeadlineFiguresDto;
  @NestedList(() => ProductDeadlines)
  products: ProductDeadlines[];
  @NestedList(() => DeadlinesOfSeverity)
  severities: DeadlinesOfSeverity[];
  @NestedList(() => AssigneeDeadlines)
  assignees: AssigneeDeadlines[];
  @NestedList(() => TeamDeadlines)
  teams: TeamDeadlines[];
}
