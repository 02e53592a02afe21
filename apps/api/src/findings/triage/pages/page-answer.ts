import { named } from '#libs/fields';

/** What can be answered for a page that a finding has spread to. */
export const PAGE_ACTIONS = named(
  'PageAction',
  ['accept', 'dismiss', 'reopen'],
  'For a page of a finding: `accept`: it belongs to the issue of the finding; `dismiss`: nothing needs to be done there; `reopen` takes the answer back.',
);
export type PageAction = (typeof PAGE_ACTIONS)[number];
