import { Choice, ChoiceParameter, Day, DayParameter, Described, Integer, Nested, NestedList } from '#libs/fields';
import { LETTERS } from '../../../products/products/grade/codes.js';
import { type Interval, INTERVALS } from '../trend-points.js';

/** Of which time, in which steps. */
export class TrendsQuery {
  @ChoiceParameter(INTERVALS, {
    default: 'week',
    description: 'ISO weeks, from Monday, or calendar months, in UTC.',
  })
  interval: Interval = 'week';

  @DayParameter({
    description:
      'A day of the first point. Without it there are 26 weeks or 12 months. With `to` at most 260 points, and none that has not begun.',
  })
  from?: string;

  @DayParameter({ description: 'A day of the last point; without it today.' })
  to?: string;
}

@Described('How often findings were raised, resolved and seen again.')
class FindingTrend {
  @Integer({ description: 'Reported for the first time.' })
  raised: number;
  @Integer({ description: 'No longer reported by a complete run, or present in ended lines only.' })
  resolved: number;
  @Integer({ description: 'Reported again after they were resolved.' })
  regressed: number;
}

@Described('How many issues were opened and closed, and how many were open then.')
class IssueTrend {
  @Integer({ min: 0, description: 'Opened or reopened, on the day of that. Also those that were deleted since.' })
  opened: number;
  @Integer({ min: 0, description: 'Closed, on the day of that. Also those that were reopened or deleted since.' })
  closed: number;
  @Integer({
    description:
      'Open at the end of the point, or now. Deleting an open issue lowers it too, and is not counted as closing.',
  })
  open: number;
}

const AGES =
  'Of those that still exist, in days of UTC; one that was reopened counts as open ever since. Of an even number the lower of both in the middle. Null: of none.';

@Described('What happened in a week or month.')
class TrendPointDto {
  @Day({ description: 'Its first day, in UTC.' })
  start: string;
  @Nested(() => FindingTrend, {
    nullable: true,
    description: 'What runs said for deployments, not for pull requests. Null: the module `testing` is off.',
  })
  findings: FindingTrend | null;
  @Nested(() => IssueTrend)
  issues: IssueTrend;
  @Integer({ nullable: true, min: 0, description: `How old the open issues were on the last day. ${AGES}` })
  medianAgeDays: number | null;
  @Integer({ nullable: true, min: 0, description: `How long the issues closed in it were open. ${AGES}` })
  medianDaysToClose: number | null;
  @Choice(LETTERS, { nullable: true, description: 'The Grade at the end, of a product only.' })
  grade: string | null;
  @Choice(LETTERS, { nullable: true, description: 'The letter if all that was pending then were confirmed.' })
  potentialLetter: string | null;
  @Integer({
    nullable: true,
    description: 'By which version of the rules the Grade was computed: letters of two are no trend.',
  })
  formulaVersion: number | null;
}

/** What happened, by week or month, oldest first. */
export class Trends {
  @Choice(INTERVALS)
  interval: Interval;
  @NestedList(() => TrendPointDto)
  points: TrendPointDto[];
}
