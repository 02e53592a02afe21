import { Described, type FieldOptions, Integer, Nested } from '#libs/fields';
import type { GivenDeadlines } from '../deadlines.js';
import type { Deadlines } from '../organization.entity.js';

const Days = (options: FieldOptions = {}): PropertyDecorator =>
  Integer({
    ...options,
    nullable: true,
    min: 1,
    max: 3650,
    description: 'Number of days; null if there is no deadline.',
  });
const GIVEN = { optional: true };

@Described('Number of days by severity.')
export class SeverityDeadlines {
  @Days()
  high: number | null;
  @Days()
  medium: number | null;
  @Days()
  low: number | null;
}

@Described('Number of days by priority.')
export class PriorityDeadlines {
  @Days()
  critical: number | null;
  @Days()
  high: number | null;
  @Days()
  medium: number | null;
  @Days()
  low: number | null;
}

/** In how many days issues are to be done. */
@Described('The number of days for closing an issue, from its opening or reopening; the shortest that applies.')
export class DeadlinesDto implements Deadlines {
  @Nested(() => SeverityDeadlines)
  severity: SeverityDeadlines;
  @Nested(() => PriorityDeadlines)
  priority: PriorityDeadlines;
}

/** The deadlines of an organization. */
export class DeadlinesEnvelope {
  @Nested(() => DeadlinesDto)
  deadlines: DeadlinesDto;
}

@Described('Changes by severity.')
export class UpdateSeverityDeadlines {
  @Days(GIVEN)
  high?: number | null;
  @Days(GIVEN)
  medium?: number | null;
  @Days(GIVEN)
  low?: number | null;
}

@Described('Changes by priority.')
export class UpdatePriorityDeadlines {
  @Days(GIVEN)
  critical?: number | null;
  @Days(GIVEN)
  high?: number | null;
  @Days(GIVEN)
  medium?: number | null;
  @Days(GIVEN)
  low?: number | null;
}

/** What to change of deadlines. */
@Described('A change of the deadlines.')
export class UpdateDeadlines implements GivenDeadlines {
  @Nested(() => UpdateSeverityDeadlines, GIVEN)
  severity?: UpdateSeverityDeadlines;
  @Nested(() => UpdatePriorityDeadlines, GIVEN)
  priority?: UpdatePriorityDeadlines;
}
