import type { ModuleName, Role, Scope } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a module is for. */
export const MODULE_PURPOSES: Record<ModuleName, MessageDescriptor> = {
  core: msg`Standards, keys and saved views.`,
  organizations: msg`Members and settings.`,
  teams: msg`Groups of members.`,
  products: msg`Products under test, with their grades.`,
  issues: msg`Barriers to fix. Triage turns findings into issues.`,
  audits: msg`Manual evaluations against a standard, with due dates.`,
  testing: msg`Reports from tools and manual tests, with their findings.`,
  risks: msg`Possible future barriers.`,
  changes: msg`Change history of all records.`,
  conformance: msg`Conformance reports (VPAT, ACR, EN 301 549) and their public pages.`,
};

/** What a role may do. */
export const ROLE_PURPOSES: Record<Role, MessageDescriptor> = {
  member: msg`Works with products, findings, issues, audits and reports.`,
  admin: msg`Also manages products, members, settings and keys.`,
  owner: msg`Also appoints owners, and can delete the organization.`,
};

/** What a key may do, in a word. */
export const SCOPES: Record<Scope, MessageDescriptor> = {
  ingest: msg`Report`,
  read: msg`Read`,
  write: msg`Write`,
};

/** What a key may do. */
export const SCOPE_PURPOSES: Record<Scope, MessageDescriptor> = {
  ingest: msg`Sends findings of pipelines and tools. It has no read access.`,
  read: msg`Reads all data that members can read.`,
  write: msg`Reads all data, and makes the changes that admins can make.`,
};
