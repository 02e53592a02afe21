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

const SWITCHED = named('TrackerConnectionSwitch', ['on', 'off'], 'Whether issues and their tracker follow each other.');
const REOPEN =
  'Whether what a scan finds again is reopened there; a comment there tells of it in any case. A scan moves no issue here.';
const ISSUE_TYPE_IS = 'What a new issue is there: `Bug`, `Task`. GitHub and GitLab have one type.';
const LABELS = { max: 100, maxItems: 20, description: 'What every issue there is labelled with.' };

@Described('A project of a tracker.')
export class TrackerProjectDto {
  @Text({ nullable: true, description: 'Null: the tracker has not been asked yet.' })
  id: string | null;
  @Text({ description: 'What people call it: `owner/repository`, `group/project`, `SHOP`.' })
  key: string;
  @Text({ nullable: true })
  name: string | null;
}

@Described('What a tracker answered last.')
export class LastAnswerDto {
  @Timestamp()
  at: Date;
  @Integer({ nullable: true, description: 'The status; null: it did not answer.' })
  status: number | null;
}

/** A connection of a product with a tracker. */
@Described('A product that is connected with a project of a tracker.')
export class TrackerConnectionDto {
  @Id()
  id: string;
  @Choice(TRACKER_KINDS)
  kind: TrackerKind;
  @Text()
  name: string;
  @HttpUrl({ description: 'Where the tracker stands.' })
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
  @ChoiceList(FOLLOWED, { description: 'What changes here when it changes in the tracker.' })
  follow: Followed[];
  @Choice(WHEN_CLOSED_THERE)
  whenClosedThere: WhenClosedThere;
  @Flag({ description: REOPEN })
  reopenThere: boolean;
  @Choice(CONNECTION_STATES)
  state: ConnectionState;
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: 'Why the last request failed; null: it did not.' })
  problem: TrackerProblem | null;
  @Nested(() => LastAnswerDto, { nullable: true })
  lastAnswer: LastAnswerDto | null;
  @HttpUrl({ description: 'The address to enter in the tracker, for events of issues.' })
  webhookUrl: string;
  @Flag({ description: 'Whether a secret for deliveries is set: without one they are refused.' })
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

@Described('With which account we work in the tracker. It is kept encrypted, and never shown.')
export class TrackerCredentials {
  @Text({
    min: 1,
    max: 1000,
    form: { pattern: /^[\x21-\x7e]+$/, message: 'must be printable ASCII without spaces' },
    description:
      'A token that may read and write issues of the project; for `webhook` the secret (`whsec_…`) that signs messages.',
  })
  token: string;
  @Email({
    optional: true,
    nullable: true,
    description: 'Whose token it is, at Jira Cloud. Without it, the token is one of Jira Data Center.',
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
    'Shared with the tracker, which proves its deliveries by it; for `webhook` as `whsec_…`. Null: they are refused.',
};

/** What people may change of a connection. */
class ConnectionSettings {
  @Text(WEBHOOK_SECRET)
  webhookSecret?: string | null;
  @Text({ optional: true, max: 100, filled: true, description: `${ISSUE_TYPE_IS} Absent: \`Task\`.` })
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
  @ChoiceList(FOLLOWED, { optional: true, description: 'What changes here when it changes in the tracker.' })
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
      'Where the tracker stands, for `webhook` where messages are posted; absent: github.com or gitlab.com. It stays.',
  })
  url?: string;
  @OneLine({
    max: 300,
    example: 'example/shop',
    description: 'The project, as its address has it: `owner/repository`, `group/project`, `SHOP`. It stays.',
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
  @Choice(SWITCHED, { optional: true, description: 'Turning it on also forgets why it failed.' })
  state?: (typeof SWITCHED)[number];
}

/** What became of asking a tracker. */
export class TrackerTest {
  @Flag({ description: 'Whether the tracker knows the project, and the token may write its issues.' })
  works: boolean;
  @Choice(TRACKER_PROBLEMS, { nullable: true })
  problem: TrackerProblem | null;
  @Nested(() => TrackerProjectDto, { nullable: true })
  project: TrackerProjectDto | null;
}
