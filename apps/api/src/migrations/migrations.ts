// Written by npm run generate:indexes.
import { Identity1760000000001 } from './1760000000001-identity.js';
import { Organizations1760000000002 } from './1760000000002-organizations.js';
import { Products1760000000003 } from './1760000000003-products.js';
import { Evidence1760000000004 } from './1760000000004-evidence.js';
import { RateLimits1760000000005 } from './1760000000005-rate-limits.js';
import { Risks1760000000006 } from './1760000000006-risks.js';
import { Triage1760000000007 } from './1760000000007-triage.js';
import { Changes1760000000008 } from './1760000000008-changes.js';
import { LeanFindings1760000000010 } from './1760000000010-lean-findings.js';
import { CriteriaAndSorting1760000000011 } from './1760000000011-criteria-and-sorting.js';
import { ProviderSignIns1760000000030 } from './1760000000030-provider-sign-ins.js';
import { RecordTotals1760000000040 } from './1760000000040-record-totals.js';
import { SortingByMoment1760000000041 } from './1760000000041-sorting-by-moment.js';
import { RememberedSessions1760000000042 } from './1760000000042-remembered-sessions.js';
import { SecretKeyCheck1760000000043 } from './1760000000043-secret-key-check.js';
import { SecondFactors1760000000050 } from './1760000000050-second-factors.js';
import { AuditTrail1760000000051 } from './1760000000051-audit-trail.js';
import { MailOrders1760000000055 } from './1760000000055-mail-orders.js';
import { Addresses1760000000056 } from './1760000000056-addresses.js';
import { EventsByActor1760000000057 } from './1760000000057-events-by-actor.js';
import { Issuers1760000000058 } from './1760000000058-issuers.js';
import { InvitationSecrets1760000000060 } from './1760000000060-invitation-secrets.js';
import { OrphanedInvitations1760000000061 } from './1760000000061-orphaned-invitations.js';
import { NarrowKeys1760000000065 } from './1760000000065-narrow-keys.js';
import { GitHubPerOrganization1760000000066 } from './1760000000066-github-per-organization.js';
import { FairWebhooks1760000000067 } from './1760000000067-fair-webhooks.js';
import { RememberedCredentials1760000000070 } from './1760000000070-remembered-credentials.js';
import { RecordsClearReferences1760000000071 } from './1760000000071-records-clear-references.js';
import { StandardsClearReferences1760000000072 } from './1760000000072-standards-clear-references.js';
import { PeopleClearReferences1760000000073 } from './1760000000073-people-clear-references.js';
import { OrganizationOfEveryRow1760000000074 } from './1760000000074-organization-of-every-row.js';
import { KeysOfOrganizations1760000000075 } from './1760000000075-keys-of-organizations.js';
import { CountsOfUnits1760000000076 } from './1760000000076-counts-of-units.js';
import { EventsOfAccounts1760000000077 } from './1760000000077-events-of-accounts.js';
import { AnnouncementsOfUnits1760000000078 } from './1760000000078-announcements-of-units.js';
import { KeysBeforeIndexes1760000000079 } from './1760000000079-keys-before-indexes.js';
import { CountsForTheGrade1760000000080 } from './1760000000080-counts-for-the-grade.js';
import { Lines1760000000081 } from './1760000000081-lines.js';
import { OrdersOfLists1760000000090 } from './1760000000090-orders-of-lists.js';
import { OrganizationLocks1760000000091 } from './1760000000091-organization-locks.js';
import { TrustedPublishers1760000000092 } from './1760000000092-trusted-publishers.js';
import { EditsHaveAPlace1760000000093 } from './1760000000093-edits-have-a-place.js';
import { Search1760000000094 } from './1760000000094-search.js';
import { SavedViews1760000000095 } from './1760000000095-saved-views.js';
import { Revisions1760000000096 } from './1760000000096-revisions.js';
import { Insights1760000000100 } from './1760000000100-insights.js';
import { ConformanceReports1760000000101 } from './1760000000101-conformance-reports.js';
import { DisabledPeople1760000000102 } from './1760000000102-disabled-people.js';
import { OwnWrites1760000000104 } from './1760000000104-own-writes.js';
import { ClosedIssues1760000000118 } from './1760000000118-closed-issues.js';
import { IssuesThatAreGone1760000000119 } from './1760000000119-issues-that-are-gone.js';
import { WeeksOfActivities1760000000123 } from './1760000000123-weeks-of-activities.js';

/** Every change of the schema, in order. A landed one is never edited. */
export const MIGRATIONS = [
  Identity1760000000001,
  Organizations1760000000002,
  Products1760000000003,
  Evidence1760000000004,
  RateLimits1760000000005,
  Risks1760000000006,
  Triage1760000000007,
  Changes1760000000008,
  LeanFindings1760000000010,
  CriteriaAndSorting1760000000011,
  ProviderSignIns1760000000030,
  RecordTotals1760000000040,
  SortingByMoment1760000000041,
  RememberedSessions1760000000042,
  SecretKeyCheck1760000000043,
  SecondFactors1760000000050,
  AuditTrail1760000000051,
  MailOrders1760000000055,
  Addresses1760000000056,
  EventsByActor1760000000057,
  Issuers1760000000058,
  InvitationSecrets1760000000060,
  OrphanedInvitations1760000000061,
  NarrowKeys1760000000065,
  GitHubPerOrganization1760000000066,
  FairWebhooks1760000000067,
  RememberedCredentials1760000000070,
  RecordsClearReferences1760000000071,
  StandardsClearReferences1760000000072,
  PeopleClearReferences1760000000073,
  OrganizationOfEveryRow1760000000074,
  KeysOfOrganizations1760000000075,
  CountsOfUnits1760000000076,
  EventsOfAccounts1760000000077,
  AnnouncementsOfUnits1760000000078,
  KeysBeforeIndexes1760000000079,
  CountsForTheGrade1760000000080,
  Lines1760000000081,
  OrdersOfLists1760000000090,
  OrganizationLocks1760000000091,
  TrustedPublishers1760000000092,
  EditsHaveAPlace1760000000093,
  Search1760000000094,
  SavedViews1760000000095,
  Revisions1760000000096,
  Insights1760000000100,
  ConformanceReports1760000000101,
  DisabledPeople1760000000102,
  OwnWrites1760000000104,
  ClosedIssues1760000000118,
  IssuesThatAreGone1760000000119,
  WeeksOfActivities1760000000123,
];
