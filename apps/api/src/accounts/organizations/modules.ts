import { named } from '#libs/fields';

/** The modules of an organization; a controller says by `RequireModule` which one gates it. */
export const MODULES = named(
  'ModuleName',
  ['core', 'organizations', 'teams', 'products', 'issues', 'audits', 'testing', 'risks', 'changes', 'conformance'],
  'A module of the service. Organizations can turn off those that are not required.',
);
export type ModuleName = (typeof MODULES)[number];
