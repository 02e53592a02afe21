import type { ModuleName, Role, Scope } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a module is for. */
export const MODULE_PURPOSES: Record<ModuleName, MessageDescriptor> = {
  core: msg`Standards, keys and saved views.`,
  organizations: msg`Members and settings.`,
  teams: msg`Groups of members.`,
  products: msg`What is tested, and its Grade.`,
  issues: msg`Barriers that are to be removed: findings are triaged into them.`,
  audits: msg`What people examine against a standard, and when the next one is due.`,
  testing: msg`Reports of tools and of people, and what each of them found.`,
  risks: msg`What may become a barrier, before it is one.`,
  changes: msg`Who changed what, and when.`,
  conformance: msg`Reports of what a product supports (VPAT, ACR, EN 301 549), and their public pages.`,
};

/** What a role may do. */
export const ROLE_PURPOSES: Record<Role, MessageDescriptor> = {
  member: msg`Works with products, findings, issues, audits and reports.`,
  admin: msg`Also looks after products, members, settings and keys.`,
  owner: msg`Also makes other owners, and can delete the organization.`,
};

/** What a key may do, in a word. */
export const SCOPES: Record<Scope, MessageDescriptor> = {
  ingest: msg`Report`,
  read: msg`Read`,
  write: msg`Write`,
};

/** What a key may do. */
export const SCOPE_PURPOSES: Record<Scope, MessageDescriptor> = {
  ingest: msg`Sends what pipelines and tools found. It reads nothing.`,
  read: msg`Reads everything that members read.`,
  write: msg`Reads, and changes what admins change.`,
};
