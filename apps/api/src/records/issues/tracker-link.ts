import { named } from '#libs/fields';

export const TRACKER_KINDS = named(
  'TrackerKind',
  ['github', 'gitlab', 'jira', 'azure', 'webhook'],
  'The kind of tracker. `webhook`: your own, notified by signed messages.',
);
export type TrackerKind = (typeof TRACKER_KINDS)[number];

export const TRACKER_PROBLEMS = named(
  'TrackerProblem',
  [
    'unauthorized',
    'forbidden',
    'not_found',
    'rejected',
    'rate_limited',
    'private_address',
    'unreachable',
    'unexpected_answer',
    'no_transition',
    'linked_elsewhere',
  ],
  '`unauthorized`: the token is invalid or expired. `forbidden`: the token lacks permissions. `not_found`: the project does not exist, or is not visible to the token. `rejected`: the tracker rejects the content. `rate_limited`: the tracker limits requests. `private_address`: the address is in a private network. `unreachable`: the tracker does not respond, or fails. `unexpected_answer`: the response is not that of a tracker of this kind. `no_transition`: the workflow has no transition to the required state. `linked_elsewhere`: the tracker issue is linked to another issue.',
);
export type TrackerProblem = (typeof TRACKER_PROBLEMS)[number];

export const LINK_STATES = named(
  'TrackerLinkState',
  ['pending', 'linked', 'failed', 'gone'],
  '`pending`: not yet created in the tracker. `linked`: synchronized. `failed`: rejected by the tracker. `gone`: deleted in the tracker.',
);
export type LinkState = (typeof LINK_STATES)[number];
