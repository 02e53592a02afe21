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
    token: msg`A fine-grained token of the repository that may read and write issues.`,
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
    token: msg`An access token of the project with the role Planner or Reporter and the scope “api”.`,
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
    token: msg`An API token (Cloud) or a personal access token (Data Center) of an account that may create, edit, assign and transition issues.`,
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
    token: msg`The secret that signs our messages: it begins with whsec_.`,
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
  pending: [msg`On its way`, 'accent'],
  linked: [msg`Linked`, 'good'],
  failed: [msg`Refused there`, 'wrong'],
  gone: [msg`Gone there`, 'warn'],
};

/** Why a tracker could not be worked with, and what to do. */
export const PROBLEMS: Record<TrackerProblem, MessageDescriptor> = {
  unauthorized: msg`The token is wrong or has expired. Set another one.`,
  forbidden: msg`The token may not do this there. Give it the right to read and write issues.`,
  not_found: msg`There is no such project, or the token may not see it.`,
  rejected: msg`The tracker refuses what is written there: a label, a person or a state may be missing.`,
  rate_limited: msg`The tracker asks to wait. It is tried again by itself.`,
  private_address: msg`The address leads into a private network.`,
  unreachable: msg`The tracker does not answer, or with an error of its own. It is tried again by itself.`,
  unexpected_answer: msg`What answers there is no tracker of this kind. Look at the address.`,
  no_transition: msg`The workflow there has no way to the state that the issue has here. All else follows.`,
  linked_elsewhere: msg`Another issue here stands for the one there.`,
};

/** What can change here when it changes there. */
export const FOLLOWED: Record<TrackerFollowed, MessageDescriptor> = {
  state: msg`State`,
  assignee: msg`Assignee`,
  dueAt: msg`Due`,
  title: msg`Title`,
  comments: msg`Comments`,
};
