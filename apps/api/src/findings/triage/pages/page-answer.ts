import { named } from '#libs/fields';

/** What can be answered for a page that a finding has spread to. */
export const PAGE_ACTIONS = named(
  'PageAction',
  ['accept', 'dismiss', 'reopen'],
  'A decision on a page of a finding: `accept`: it belongs to the issue of the finding; `dismiss`: no action is needed there; `reopen` reverses the decision.',
);
export type PageAction = (typeof PAGE_ACTIONS)[number];
