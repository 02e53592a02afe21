import { named } from '#libs/fields';

export const TRACKER_KINDS = named(
  'TrackerKind',
  ['github', 'gitlab', 'jira', 'azure', 'webhook'],
  'Which tracker it is. `webhook`: one of your own, which is told by signed messages.',
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
  '`unauthorized`: the token is wrong or has expired. `forbidden`: it may not do this. `not_found`: there is no such ' +
    'project, or the token may not see it. `rejected`: the tracker refuses what is written. `rate_limited`: it asks to ' +
    'wait. `private_address`: it leads into a private network. `unreachable`: it does not answer, or with an error of its ' +
    'own. `unexpected_answer`: it answers what no tracker of this kind does. `no_transition`: the workflow there has no way ' +
    'to the state that the issue has here. `linked_elsewhere`: another issue here stands for the one there.',
);
export type TrackerProblem = (typeof TRACKER_PROBLEMS)[number];

export const LINK_STATES = named(
  'TrackerLinkState',
  ['pending', 'linked', 'failed', 'gone'],
  '`pending`: it is not there yet. `linked`: both follow each other. `failed`: the tracker refuses it. `gone`: it is ' +
    'there no more.',
);
export type LinkState = (typeof LINK_STATES)[number];
