import { Choice, Described, Id, named, Nested, NestedList, OneLine, Text } from '#libs/fields';
import { type Rating, RATINGS } from '../../../accounts/organizations/ratings.js';
import { PUSHED_BY, type PushedBy } from '../connections/tracker-connection.entity.js';

const ISSUE_STATE = named('TrackedIssueState', ['open', 'closed'], 'What a state of the tracker means here.');
const STATE_NAME = { max: 100, optional: true, nullable: true, filled: true };

@Described('In which state an issue shall be there; null or absent: the first that its workflow leads to.')
export class StatesHere {
  @Text({ ...STATE_NAME, description: 'That is open here.' })
  open?: string | null;
  @Text({ ...STATE_NAME, description: 'That is closed here.' })
  closed?: string | null;
}

@Described('What a state of the tracker means here.')
export class StateThere {
  @Text({ max: 100, filled: true, description: 'As the tracker names it.' })
  name: string;
  @Choice(ISSUE_STATE)
  state: 'open' | 'closed';
}

@Described('How the states of a tracker and those here stand for each other; by itself the tracker says what is done.')
export class TrackerStates {
  @Nested(() => StatesHere, { optional: true })
  here?: StatesHere;
  @NestedList(() => StateThere, { optional: true, max: 100 })
  there?: StateThere[];
}

/** No control characters but those of lines, and no bidirectional overrides. */
const LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/;

@Described('How what is sent reads there; null or absent: as it does by itself. Names in braces are filled in, once.')
export class TrackerTemplate {
  @OneLine({
    optional: true,
    nullable: true,
    max: 60,
    example: '[A11y] {title}',
    description:
      'Of titles: with `{title}`, and `{number}` where wanted. A title that changes there is read without it.',
  })
  title?: string | null;
  @Text({
    optional: true,
    nullable: true,
    max: 5000,
    filled: true,
    form: { pattern: LINES, message: 'must be text without control characters' },
    example: '{description}\n\nSeverity: {severity}',
    description:
      'Of the text of a new issue: `{title}`, `{number}`, `{product}`, `{description}`, `{severity}`, `{priority}`, `{impact}`, `{wcag}`. A link to the issue here follows it.',
  })
  text?: string | null;
}

const LABEL = { optional: true, nullable: true, max: 100, filled: true };

@Described('The labels that stand for severities; null or absent: none.')
export class SeverityLabels {
  @Text(LABEL)
  low?: string | null;
  @Text(LABEL)
  medium?: string | null;
  @Text(LABEL)
  high?: string | null;
}

@Described('The labels that stand for priorities, or at Jira the priorities there; null or absent: none.')
export class PriorityLabels extends SeverityLabels {
  @Text({ ...LABEL, description: 'Of what people want done at once.' })
  critical?: string | null;
}

@Described('Who somebody is in the tracker.')
export class TrackerPerson {
  @Id({ description: 'The user id of a member.' })
  userId: string;
  @OneLine({ description: 'The name of the account in the tracker.' })
  account: string;
}

@Described('Which issues go to the tracker.')
export class TrackerPush {
  @Choice(PUSHED_BY)
  by: PushedBy;
  @Choice(RATINGS, {
    optional: true,
    nullable: true,
    description: 'By rule: the lowest severity; null: any, and issues without one.',
  })
  minSeverity?: Rating | null;
}
