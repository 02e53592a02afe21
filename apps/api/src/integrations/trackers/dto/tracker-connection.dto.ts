import {
  CheckTogether,
  Choice,
  ChoiceList,
  Described,
  Email,
  fieldsOf,
  Flag,
  HttpUrl,
  Id,
  Integer,
  named,
  Nested,
  NestedList,
  OneLine,
  Text,
  TextList,
  Timestamp,
} from '#libs/fields';
import {
  CONNECTION_STATES,
  type ConnectionState,
  type Followed,
  FOLLOWED,
  type TrackerConnection,
  WHEN_CLOSED_THERE,
  type WhenClosedThere,
} from '../connections/tracker-connection.entity.js';
import {
  TRACKER_KINDS,
  TRACKER_PROBLEMS,
  type TrackerKind,
  type TrackerProblem,
} from '../../../records/issues/tracker-link.js';
import { faultsOfTemplate } from '../sync/template.js';
import { faultsOfKind, faultsOfUrl } from './faults-of-kind.js';
import {
  PriorityLabels,
  SeverityLabels,
  TrackerPerson,
  TrackerPush,
  TrackerStates,
  TrackerTemplate,
} from './parts-of-connections.dto.js';

const SWITCHED = named('TrackerConnectionSwitch', ['on', 'off'], 'Whether synchronization is on.');
const REOPEN =
  'Whether issues found again by a scan are reopened in the tracker; a comment is added in any case. A scan does not change the state of an issue in Curbcut.';
const ISSUE_TYPE_IS = 'The type of new issues: `Bug`, `Task`. GitHub and GitLab have only one type.';
const LABELS = { max: 100, maxItems: 20, description: 'Labels for all issues in the tracker.' };

@Described('A project of a tracker.')
export class TrackerProjectDto {
  @Text({ nullable: true, description: 'Null if not yet tested.' })
  id: string | null;
  @Text({ description: 'The name: `owner/repository`, `group/project`, `SHOP`.' })
  key: string;
  @Text({ nullable: true })
  name: string | null;
}

@Described('The last answer of a tracker.')
export class LastAnswerDto {
  @Timestamp()
  at: Date;
  @Integer({ nullable: true, description: 'The HTTP status; null if it did not respond.' })
  status: number | null;
}

/** A connection of a product with a tracker. */
@Described('A connection of a product with a project of a tracker.')
export class TrackerConnectionDto {
  @Id()
  id: string;
  @Choice(TRACKER_KINDS)
  kind: TrackerKind;
  @Text()
  name: string;
  @HttpUrl({ description: 'The URL of the tracker.' })
  url: string;
  @Nested(() => TrackerProjectDto)
  project: TrackerProjectDto;
  @Text({ nullable: true, description: ISSUE_TYPE_IS })
  issueType: string | null;
  @Nested(() => TrackerStates)
  states: TrackerStates;
  @TextList({ description: LABELS.description })
  labels: string[];
  @Nested(() => SeverityLabels)
  severities: SeverityLabels;
  @Nested(() => PriorityLabels)
  priorities: PriorityLabels;
  @Nested(() => TrackerTemplate)
  template: TrackerTemplate;
  @NestedList(() => TrackerPerson)
  people: TrackerPerson[];
  @Nested(() => TrackerPush)
  push: TrackerPush;
  @ChoiceList(FOLLOWED, { description: 'Fields updated in Curbcut when they change in the tracker.' })
  follow: Followed[];
  @Choice(WHEN_CLOSED_THERE)
  whenClosedThere: WhenClosedThere;
  @Flag({ description: REOPEN })
  reopenThere: boolean;
  @Choice(CONNECTION_STATES)
  state: ConnectionState;
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: 'The error of the last request; null on success.' })
  problem: TrackerProblem | null;
  @Nested(() => LastAnswerDto, { nullable: true })
  lastAnswer: LastAnswerDto | null;
  @HttpUrl({ description: 'The webhook URL to enter in the tracker, for issue events.' })
  webhookUrl: string;
  @Flag({ description: 'Whether a webhook secret is set; without one, deliveries are rejected.' })
  webhookSecretSet: boolean;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  /** @param around what is not kept in its row */
  static from(
    connection: TrackerConnection,
    { webhookUrl, webhookSecretSet }: Pick<TrackerConnectionDto, 'webhookUrl' | 'webhookSecretSet'>,
  ): TrackerConnectionDto {
    const {
      projectId: id,
      projectKey: key,
      projectName: name,
      lastAnswerAt: at,
      lastAnswerStatus: status,
    } = connection;
    return {
      ...fieldsOf(TrackerConnectionDto, connection),
      webhookUrl,
      webhookSecretSet,
      project: { id, key, name },
      push: { by: connection.pushBy, minSeverity: connection.pushMinSeverity },
      lastAnswer: at && { at, status },
    };
  }
}

/** One connection. */
export class TrackerConnectionEnvelope {
  @Nested(() => TrackerConnectionDto)
  trackerConnection: TrackerConnectionDto;
}

/** The connections of a product. */
export class TrackerConnectionList {
  @NestedList(() => TrackerConnectionDto)
  trackerConnections: TrackerConnectionDto[];
}

@Described('The credentials for the tracker. They are stored encrypted, and never shown.')
export class TrackerCredentials {
  @Text({
    min: 1,
    max: 1000,
    form: { pattern: /^[\x21-\x7e]+$/, message: 'must be printable ASCII without spaces' },
    description:
      'A token with read and write access to issues of the project; for `webhook`, the secret (`whsec_…`) for signing messages.',
  })
  token: string;
  @Email({
    optional: true,
    nullable: true,
    description: 'For Jira Cloud, the email address of the token owner. If absent, the token is for Jira Data Center.',
  })
  email?: string | null;
}

const WEBHOOK_SECRET = {
  optional: true,
  nullable: true,
  min: 16,
  max: 200,
  form: { pattern: /^[\x21-\x7e]+$/, message: 'must be printable ASCII without spaces' },
  description:
    'A secret shared with the tracker for its deliveries; for `webhook` as `whsec_…`. Null: deliveries are rejected.',
};

/** What people may change of a connection. */
class ConnectionSettings {
  @Text(WEBHOOK_SECRET)
  webhookSecret?: string | null;
  @Text({ optional: true, max: 100, filled: true, description: `${ISSUE_TYPE_IS} If absent, \`Task\`.` })
  issueType?: string;
  @Nested(() => TrackerStates, { optional: true })
  states?: TrackerStates;
  @TextList({ optional: true, ...LABELS })
  labels?: string[];
  @Nested(() => SeverityLabels, { optional: true })
  severities?: SeverityLabels;
  @Nested(() => PriorityLabels, { optional: true })
  priorities?: PriorityLabels;
  @Nested(() => TrackerTemplate, { optional: true })
  template?: TrackerTemplate;
  @NestedList(() => TrackerPerson, { optional: true, max: 500, description: 'Replaces the list.' })
  people?: TrackerPerson[];
  @Nested(() => TrackerPush, { optional: true })
  push?: TrackerPush;
  @ChoiceList(FOLLOWED, { optional: true, description: 'Fields updated in Curbcut when they change in the tracker.' })
  follow?: Followed[];
  @Choice(WHEN_CLOSED_THERE, { optional: true })
  whenClosedThere?: WhenClosedThere;
  @Flag({ optional: true, description: REOPEN })
  reopenThere?: boolean;
}

/** A new connection. */
@CheckTogether<CreateTrackerConnection>((body) => [
  ...faultsOfKind(body.kind, body),
  ...faultsOfUrl(body.kind, body.url),
  ...faultsOfTemplate(body.template),
])
export class CreateTrackerConnection extends ConnectionSettings {
  @Choice(TRACKER_KINDS)
  kind: TrackerKind;
  @OneLine()
  name: string;
  @HttpUrl({
    optional: true,
    max: 300,
    description:
      'The URL of the tracker; for `webhook`, the URL that receives messages. If absent, github.com or gitlab.com. It cannot be changed.',
  })
  url?: string;
  @OneLine({
    max: 300,
    example: 'example/shop',
    description: 'The project: `owner/repository`, `group/project`, `SHOP`. It cannot be changed.',
  })
  project: string;
  @Nested(() => TrackerCredentials)
  credentials: TrackerCredentials;
}

/** What to change of a connection. */
@CheckTogether<UpdateTrackerConnection>(({ template }) => faultsOfTemplate(template))
export class UpdateTrackerConnection extends ConnectionSettings {
  @OneLine({ optional: true })
  name?: string;
  @Nested(() => TrackerCredentials, { optional: true })
  credentials?: TrackerCredentials;
  @Choice(SWITCHED, { optional: true, description: 'Turning it on also clears the last error.' })
  state?: (typeof SWITCHED)[number];
}

/** What became of asking a tracker. */
export class TrackerTest {
  @Flag({ description: 'Whether the project exists in the tracker, and the token can write its issues.' })
  works: boolean;
  @Choice(TRACKER_PROBLEMS, { nullable: true })
  problem: TrackerProblem | null;
  @Nested(() => TrackerProjectDto, { nullable: true })
  project: TrackerProjectDto | null;
}
