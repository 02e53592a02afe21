import { Described, type FieldOptions, Integer, Nested } from '#libs/fields';
import type { GivenDeadlines } from '../deadlines.js';
import type { Deadlines } from '../organization.entity.js';

const Days = (options: FieldOptions = {}): PropertyDecorator =>
  Integer({ ...options, nullable: true, min: 1, max: 3650, description: 'Days; null: no deadline.' });
const GIVEN = { optional: true };

@Described('Days by severity.')
export class SeverityDeadlines {
  @Days()
  high: number | null;
  @Days()
  medium: number | null;
  @Days()
  low: number | null;
}

@Described('Days by priority.')
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
@Described(
  'In how many days issues are to be done, from when they are opened or reopened on; the shortest that applies.',
)
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

@Described('What to change of days by severity.')
export class UpdateSeverityDeadlines {
  @Days(GIVEN)
  high?: number | null;
  @Days(GIVEN)
  medium?: number | null;
  @Days(GIVEN)
  low?: number | null;
}

@Described('What to change of days by priority.')
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
@Described('What to change of deadlines.')
export class UpdateDeadlines implements GivenDeadlines {
  @Nested(() => UpdateSeverityDeadlines, GIVEN)
  severity?: UpdateSeverityDeadlines;
  @Nested(() => UpdatePriorityDeadlines, GIVEN)
  priority?: UpdatePriorityDeadlines;
}
