import { named } from '#libs/fields';

/** The modules of an organization; a controller says by `RequireModule` which one gates it. */
export const MODULES = named(
  'ModuleName',
  ['core', 'organizations', 'teams', 'products', 'issues', 'audits', 'testing', 'risks', 'changes', 'conformance'],
  'A part of the service that an organization may switch off; some are needed by all.',
);
export type ModuleName = (typeof MODULES)[number];
