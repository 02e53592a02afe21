import type {
  CreateTrackerConnection,
  IssueState,
  Priority,
  Rating,
  TrackerConnection,
  TrackerFollowed,
  TrackerKind,
  TrackerPerson,
  TrackerPushedBy,
  TrackerStates,
  UpdateTrackerConnection,
  WhenClosedThere,
} from '@curbcut/client';

/** States of a workflow by their names there; those that mean something here, with commas in between. */
interface StateNames {
  open: string;
  closed: string;
  meansOpen: string;
  meansClosed: string;
}

/** What can be changed of a connection, as a form has it. */
export interface ConnectionValues extends Record<string, unknown> {
  name: string;
  /** Empty: the one that is set stays. */
  token: string;
  /** Empty: the one that is set stays. */
  webhookSecret: string;
  /** Whose token it is, where that is asked for. */
  email: string;
  /** What a new issue is there; empty: as the tracker has it. */
  issueType: string;
  states: StateNames;
  labels: string;
  severities: Record<Rating, string>;
  priorities: Record<Priority, string>;
  template: { title: string; text: string };
  people: TrackerPerson[];
  push: { by: TrackerPushedBy; minSeverity: Rating | '' };
  follow: TrackerFollowed[];
  whenClosedThere: WhenClosedThere;
  reopenThere: boolean;
}

/** A connection that is made: with what stays as it is then. */
export interface NewConnectionValues extends ConnectionValues {
  kind: TrackerKind;
  project: string;
  url: string;
}

/** What a form begins with. */
export const NEW: NewConnectionValues = {
  kind: 'github',
  project: '',
  url: '',
  name: '',
  token: '',
  webhookSecret: '',
  email: '',
  issueType: '',
  states: { open: '', closed: '', meansOpen: '', meansClosed: '' },
  labels: '',
  severities: { low: '', medium: '', high: '' },
  priorities: { low: '', medium: '', high: '', critical: '' },
  template: { title: '', text: '' },
  people: [],
  push: { by: 'hand', minSeverity: '' },
  follow: ['state', 'assignee', 'title'],
  whenClosedThere: 'close',
  reopenThere: false,
};

/** The fields that secrets are typed into. */
export const SECRETS = ['token', 'webhookSecret'] as const;

/** Names of labels by what they stand for, as a form has them. */
const filled = <K extends string>(of: Record<K, string>, names: Partial<Record<K, string | null>>): Record<K, string> =>
  Object.fromEntries(Object.keys(of).map((key) => [key, names[key as K] ?? ''])) as Record<K, string>;

/** A connection as a form has it. */
export function valuesOf(connection: TrackerConnection): ConnectionValues {
  const { name, labels, severities, priorities, people, push, follow, whenClosedThere, reopenThere } = connection;
  const { issueType, states, template } = connection;
  const meaning = (state: IssueState): string =>
    (states.there ?? [])
      .filter((one) => one.state === state)
      .map((one) => one.name)
      .join(', ');
  return {
    name,
    token: '',
    webhookSecret: '',
    email: '',
    issueType: issueType ?? '',
    states: {
      open: states.here?.open ?? '',
      closed: states.here?.closed ?? '',
      meansOpen: meaning('open'),
      meansClosed: meaning('closed'),
    },
    labels: labels.join(', '),
    severities: filled(NEW.severities, severities),
    priorities: filled(NEW.priorities, priorities),
    template: filled(NEW.template, template),
    people: people.map(({ userId, account }) => ({ userId, account })),
    push: { by: push.by, minSeverity: push.minSeverity ?? '' },
    follow,
    whenClosedThere,
    reopenThere,
  };
}

const orNull = <K extends string>(names: Record<K, string>): Record<K, string | null> =>
  Object.fromEntries(
    Object.entries<string>(names).map(([key, name]) => [key, name.trim() === '' ? null : name.trim()]),
  ) as Record<K, string | null>;

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const statesOf = ({ open, closed, meansOpen, meansClosed }: StateNames): TrackerStates => ({
  here: orNull({ open, closed }),
  there: [
    ...listOf(meansOpen).map((name) => ({ name, state: 'open' as const })),
    ...listOf(meansClosed).map((name) => ({ name, state: 'closed' as const })),
  ],
});

/** What was changed of it, as the interface takes it. */
export function bodyOf(changed: Partial<ConnectionValues>): UpdateTrackerConnection {
  const {
    name,
    token,
    email,
    webhookSecret,
    issueType,
    states,
    labels,
    severities,
    priorities,
    template,
    people,
    push,
    ...others
  } = changed;
  return {
    ...others,
    ...(name !== undefined && { name: name.trim() }),
    ...(token && { credentials: { token: token.trim(), ...(email?.trim() && { email: email.trim() }) } }),
    ...(issueType?.trim() && { issueType: issueType.trim() }),
    ...(states && { states: statesOf(states) }),
    ...(webhookSecret && { webhookSecret }),
    ...(labels !== undefined && { labels: listOf(labels) }),
    ...(severities && { severities: orNull(severities) }),
    ...(priorities && { priorities: orNull(priorities) }),
    ...(template && { template: orNull(template) }),
    ...(people && { people: people.map(({ userId, account }) => ({ userId, account: account.trim() })) }),
    ...(push && { push: { by: push.by, minSeverity: push.minSeverity || null } }),
  };
}

/** A new connection, as the interface takes it; `hasTypes` says whether its issues have types and states. */
export function newBodyOf(
  { kind, project, url, ...values }: NewConnectionValues,
  { hasTypes, hasEmail }: { hasTypes: boolean; hasEmail: boolean },
): CreateTrackerConnection {
  const { name, token, email, issueType, states, ...rest } = values;
  return {
    ...bodyOf(hasTypes ? { ...rest, issueType, states } : rest),
    kind,
    name: name.trim(),
    project: project.trim(),
    credentials: { token: token.trim(), ...(hasEmail && email.trim() && { email: email.trim() }) },
    ...(url.trim() && { url: url.trim() }),
  };
}
