import { Choice, Described, Id, named, Nested, NestedList, OneLine, Text } from '#libs/fields';
import { type Rating, RATINGS } from '../../../accounts/organizations/ratings.js';
import { PUSHED_BY, type PushedBy } from '../connections/tracker-connection.entity.js';

const ISSUE_STATE = named('TrackedIssueState', ['open', 'closed'], 'The mapping of a tracker state.');
const STATE_NAME = { max: 100, optional: true, nullable: true, filled: true };

@Described('The target state in the tracker; null or absent: the first one reachable in its workflow.')
export class StatesHere {
  @Text({ ...STATE_NAME, description: 'The state for open issues.' })
  open?: string | null;
  @Text({ ...STATE_NAME, description: 'The state for closed issues.' })
  closed?: string | null;
}

@Described('The mapping of a tracker state.')
export class StateThere {
  @Text({ max: 100, filled: true, description: 'The name in the tracker.' })
  name: string;
  @Choice(ISSUE_STATE)
  state: 'open' | 'closed';
}

@Described('The mapping of states; by default, the categories of the tracker apply.')
export class TrackerStates {
  @Nested(() => StatesHere, { optional: true })
  here?: StatesHere;
  @NestedList(() => StateThere, { optional: true, max: 100 })
  there?: StateThere[];
}

/** No control characters but those of lines, and no bidirectional overrides. */
const LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/;

@Described('Templates for issues in the tracker; null or absent: the default. Names in braces are replaced once.')
export class TrackerTemplate {
  @OneLine({
    optional: true,
    nullable: true,
    max: 60,
    example: '[A11y] {title}',
    description:
      'The title template: with `{title}`, and optionally `{number}`. It is removed again from titles changed in the tracker.',
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
      'The text template of a new issue: `{title}`, `{number}`, `{product}`, `{description}`, `{severity}`, `{priority}`, `{impact}`, `{wcag}`. A link to the issue in Curbcut is appended.',
  })
  text?: string | null;
}

const LABEL = { optional: true, nullable: true, max: 100, filled: true };

@Described('Labels for severities; null or absent: none.')
export class SeverityLabels {
  @Text(LABEL)
  low?: string | null;
  @Text(LABEL)
  medium?: string | null;
  @Text(LABEL)
  high?: string | null;
}

@Described('Labels for priorities, or for Jira its priorities; null or absent: none.')
export class PriorityLabels extends SeverityLabels {
  @Text({ ...LABEL, description: 'For the highest priority.' })
  critical?: string | null;
}

@Described('The tracker account of a member.')
export class TrackerPerson {
  @Id({ description: 'The user id of a member.' })
  userId: string;
  @OneLine({ description: 'The name of the account in the tracker.' })
  account: string;
}

@Described('The selection of issues for the tracker.')
export class TrackerPush {
  @Choice(PUSHED_BY)
  by: PushedBy;
  @Choice(RATINGS, {
    optional: true,
    nullable: true,
    description: 'With `rule`: the lowest severity; null: all issues, also without a severity.',
  })
  minSeverity?: Rating | null;
}
