import type {
  TrackerConnectionState,
  TrackerFollowed,
  TrackerKind,
  TrackerLinkState,
  TrackerProblem,
} from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import type { Badge } from '../ui/badge';

/** What a form says of a kind of tracker. */
interface KindWords {
  name: string;
  /** What a project is called there, and how it is written. */
  project: MessageDescriptor;
  example: string;
  /** What the token is, and what it must be allowed to do. */
  token: MessageDescriptor;
  /** Where it stands unless somebody says otherwise; absent: that must be said. */
  home?: string;
  /** How such an address is written, where it must be said. */
  exampleHome?: string;
  hasDates: boolean;
  /** New issues are of a type, and have states of a workflow. */
  hasTypes: boolean;
  /** The token may be that of an address. */
  hasEmail: boolean;
  /** Where a project is seen; undefined: nowhere. */
  addressOf: (url: string, key: string) => string | undefined;
}

const below = (url: string, key: string): string => `${url.replace(/\/$/, '')}/${key}`;

/** The trackers with which a product can be connected. */
export const KINDS: Record<TrackerKind, KindWords> = {
  github: {
    name: 'GitHub',
    project: msg`Repository`,
    example: 'example/shop',
    token: msg`A fine-grained token for the repository, with read and write access to issues.`,
    home: 'https://github.com',
    hasDates: false,
    hasTypes: false,
    hasEmail: false,
    addressOf: below,
  },
  gitlab: {
    name: 'GitLab',
    project: msg`Project`,
    example: 'group/shop',
    token: msg`A project access token with the role Planner or Reporter and the scope “api”.`,
    home: 'https://gitlab.com',
    hasDates: true,
    hasTypes: false,
    hasEmail: false,
    addressOf: below,
  },
  jira: {
    name: 'Jira',
    project: msg`Project`,
    example: 'SHOP',
    token: msg`An API token (Cloud) or a personal access token (Data Center). Its account must be able to create, edit, assign and transition issues.`,
    exampleHome: 'https://example.atlassian.net',
    hasDates: true,
    hasTypes: true,
    hasEmail: true,
    addressOf: (url, key) => below(url, `browse/${key}`),
  },
  azure: {
    name: 'Azure Boards',
    project: msg`Project`,
    example: 'Shop',
    token: msg`A personal access token with the scopes Work Items (read and write) and Project and Team (read).`,
    exampleHome: 'https://dev.azure.com/organization',
    hasDates: true,
    hasTypes: true,
    hasEmail: false,
    addressOf: (url, key) => below(url, encodeURIComponent(key)),
  },
  webhook: {
    name: 'Webhook',
    project: msg`Project`,
    example: 'shop',
    token: msg`The secret for message signatures. It begins with whsec_.`,
    exampleHome: 'https://tracker.example.org/curbcut',
    hasDates: true,
    hasTypes: false,
    hasEmail: false,
    addressOf: () => undefined,
  },
};

type Tone = ComponentProps<typeof Badge>['kind'];

/** How a connection is. */
export const STATES: Record<TrackerConnectionState, readonly [words: MessageDescriptor, tone: Tone]> = {
  on: [msg`On`, 'good'],
  failing: [msg`Failing`, 'wrong'],
  off: [msg`Off`, 'plain'],
};

/** How the link of an issue is. */
export const LINK_STATES: Record<TrackerLinkState, readonly [words: MessageDescriptor, tone: Tone]> = {
  pending: [msg`Being sent`, 'accent'],
  linked: [msg`Linked`, 'good'],
  failed: [msg`Refused by the tracker`, 'wrong'],
  gone: [msg`Missing in the tracker`, 'warn'],
};

/** Why a tracker could not be worked with, and what to do. */
export const PROBLEMS: Record<TrackerProblem, MessageDescriptor> = {
  unauthorized: msg`The token is wrong or has expired. Set a new token.`,
  forbidden: msg`The token does not have the required permissions. Allow it to read and write issues.`,
  not_found: msg`The project does not exist, or the token cannot access it.`,
  rejected: msg`The tracker refused the data. A label, a person or a state may be missing.`,
  rate_limited: msg`The tracker limits requests. Sync retries automatically.`,
  private_address: msg`The address is in a private network.`,
  unreachable: msg`The tracker does not respond, or returns an error. Sync retries automatically.`,
  unexpected_answer: msg`The server at this URL is not a tracker of this type. Check the URL.`,
  no_transition: msg`The tracker’s workflow has no transition to the state of the issue. All other fields are synced.`,
  linked_elsewhere: msg`Another issue here is linked to that tracker issue.`,
};

/** What can change here when it changes there. */
export const FOLLOWED: Record<TrackerFollowed, MessageDescriptor> = {
  state: msg`State`,
  assignee: msg`Assignee`,
  dueAt: msg`Due`,
  title: msg`Title`,
  comments: msg`Comments`,
};
