/** The modules of an organization; a controller says by `RequireModule` which one gates it. */
export const MODULES = [
  'core',
  'organizations',
  'teams',
  'products',
  'issues',
  'audits',
  'testing',
  'risks',
  'changes',
  'conformance',
] as const;
export type ModuleName = (typeof MODULES)[number];
