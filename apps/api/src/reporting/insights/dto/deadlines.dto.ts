import { Choice, Described, Documented, Id, Integer, Nested, NestedList } from '#libs/fields';
import { type Rating, RATINGS } from '../../../accounts/organizations/ratings.js';
import { Slug } from '../../../platform/lists/shared-fields.js';

@Described('Whether dates of issues were kept, and how long closing took.')
export class DeadlineFiguresDto {
  @Integer({ min: 0, description: 'Closed by their date.' })
  kept: number;
  @Integer({ min: 0, description: 'Closed after their date, or still open after it.' })
  missed: number;
  @Documented({
    type: 'number',
    nullable: true,
    minimum: 0,
    description: 'With a date or without; null: none was closed.',
  })
  medianDaysToClose: number | null;
}

@Described('Dates of issues of a product.')
export class ProductDeadlines extends DeadlineFiguresDto {
  @Slug()
  productSlug: string;
}

@Described('Dates of issues of a severity.')
export class DeadlinesOfSeverity extends DeadlineFiguresDto {
  @Choice(RATINGS, { nullable: true, description: 'Null: of those without.' })
  severity: Rating | null;
}

@Described('Dates of issues that somebody does.')
export class AssigneeDeadlines extends DeadlineFiguresDto {
  @Id({ nullable: true, description: 'A user id; null: nobody does them.' })
  assigneeId: string | null;
}

@Described('Dates of issues of a team: their own, else that of their product.')
export class TeamDeadlines extends DeadlineFiguresDto {
  @Id({ nullable: true, description: 'Null: of those without.' })
  teamId: string | null;
}

/** Which dates of issues were kept. */
@Described('Which dates of issues were kept: of those closed within 400 days, and of those that are overdue.')
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
