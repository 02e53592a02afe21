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
      'A day of the first period. If absent, there are 26 weeks or 12 months. With `to`, at most 260 periods, which must have begun.',
  })
  from?: string;

  @DayParameter({ description: 'A day of the last period; if absent, today.' })
  to?: string;
}

@Described('Findings raised, resolved and reported again.')
class FindingTrend {
  @Integer({ description: 'Reported for the first time.' })
  raised: number;
  @Integer({ description: 'No longer reported by a complete run, or present in ended lines only.' })
  resolved: number;
  @Integer({ description: 'Reported again after they were resolved.' })
  regressed: number;
}

@Described('Issues opened, closed and still open.')
class IssueTrend {
  @Integer({ min: 0, description: 'Opened or reopened on that day, including issues deleted since.' })
  opened: number;
  @Integer({ min: 0, description: 'Closed on that day, including issues reopened or deleted since.' })
  closed: number;
  @Integer({
    description:
      'Open at the end of the period, or now. Deleting an open issue reduces it without counting as closing.',
  })
  open: number;
}

const AGES =
  'For existing issues, in days (UTC); a reopened issue counts as open throughout. With an even count, the lower of the two middle values. Null without issues.';

@Described('The figures of a week or month.')
class TrendPointDto {
  @Day({ description: 'Its first day, in UTC.' })
  start: string;
  @Nested(() => FindingTrend, {
    nullable: true,
    description: 'From runs for deployments, without pull requests. Null if the module `testing` is disabled.',
  })
  findings: FindingTrend | null;
  @Nested(() => IssueTrend)
  issues: IssueTrend;
  @Integer({ nullable: true, min: 0, description: `The age of the open issues on the last day. ${AGES}` })
  medianAgeDays: number | null;
  @Integer({ nullable: true, min: 0, description: `The open time of issues closed in the period. ${AGES}` })
  medianDaysToClose: number | null;
  @Choice(LETTERS, { nullable: true, description: 'The Grade at the end, for a single product only.' })
  grade: string | null;
  @Choice(LETTERS, { nullable: true, description: 'The letter if all findings pending at that time were confirmed.' })
  potentialLetter: string | null;
  @Integer({
    nullable: true,
    description: 'The version of the rules; letters of different versions are not comparable.',
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
