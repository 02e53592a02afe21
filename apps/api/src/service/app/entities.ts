// Written by npm run generate:indexes.
import { Account } from '../../accounts/identity/account.entity.js';
import { AddressChange } from '../../accounts/identity/addresses/address-change.entity.js';
import { Verification } from '../../accounts/identity/mailed-links/verification.entity.js';
import { ProviderSignIn } from '../../accounts/identity/provider/provider-sign-in.entity.js';
import { Recovery } from '../../accounts/identity/recovery/recovery.entity.js';
import { Challenge } from '../../accounts/identity/second-factor/challenge.entity.js';
import { SecondFactor } from '../../accounts/identity/second-factor/second-factor.entity.js';
import { Session } from '../../accounts/identity/sessions/session.entity.js';
import { UsedToken } from '../../accounts/identity/used-token.entity.js';
import { User } from '../../accounts/identity/user.entity.js';
import { Invitation } from '../../accounts/organizations/invitations/invitation.entity.js';
import { Member } from '../../accounts/organizations/members/member.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { Team } from '../../accounts/organizations/teams/team.entity.js';
import { SignInDomain } from '../../accounts/single-sign-on/domains/sign-in-domain.entity.js';
import { SignInKey } from '../../accounts/single-sign-on/keys/sign-in-key.entity.js';
import { OrganizationSignIn } from '../../accounts/single-sign-on/settings/organization-sign-in.entity.js';
import { SignInAttempt } from '../../accounts/single-sign-on/sign-in/sign-in-attempt.entity.js';
import { Line } from '../../findings/scan-runs/line.entity.js';
import { Finding } from '../../findings/triage/finding.entity.js';
import { OwnershipRules } from '../../findings/triage/ownership/ownership-rules.entity.js';
import { Agent } from '../../integrations/monitors/agents/agent.entity.js';
import { InventoryPage } from '../../integrations/monitors/inventory/inventory-page.entity.js';
import { Monitor } from '../../integrations/monitors/monitor.entity.js';
import { RunPage } from '../../integrations/monitors/runs/run-page.entity.js';
import { MonitorRun } from '../../integrations/monitors/runs/run.entity.js';
import { ProvisionedGroup } from '../../integrations/provisioning/groups/provisioned-group.entity.js';
import { ProvisionedPerson } from '../../integrations/provisioning/people/provisioned-person.entity.js';
import { ProvisioningToken } from '../../integrations/provisioning/tokens/provisioning-token.entity.js';
import { TrackerConnection } from '../../integrations/trackers/connections/tracker-connection.entity.js';
import { TrackerLink } from '../../integrations/trackers/sync/tracker-link.entity.js';
import { WebhookDelivery } from '../../integrations/webhooks/webhook-delivery.entity.js';
import { Webhook } from '../../integrations/webhooks/webhook.entity.js';
import { AccountEvent } from '../../platform/events/account-event.entity.js';
import { Event } from '../../platform/events/event.entity.js';
import { MailOrder } from '../../platform/mails/mail-order.entity.js';
import { ApiKey } from '../../products/api-keys/api-key.entity.js';
import { IngestPass } from '../../products/api-keys/trusted-publishing/ingest-pass.entity.js';
import { TrustedPublisher } from '../../products/api-keys/trusted-publishing/trusted-publisher.entity.js';
import { Area } from '../../products/products/area.entity.js';
import { ProductPin } from '../../products/products/product-pin.entity.js';
import { Product } from '../../products/products/product.entity.js';
import { Audit } from '../../records/audits/audit.entity.js';
import { Comment } from '../../records/comments/comment.entity.js';
import { Evidence } from '../../records/evidence/evidence.entity.js';
import { Issue } from '../../records/issues/issue.entity.js';
import { Risk } from '../../records/risks/risk.entity.js';
import { TestActivity } from '../../records/test-activities/test-activity.entity.js';
import { AuditImport } from '../../reporting/audit-files/audit-import.entity.js';
import { ConformanceReport } from '../../reporting/conformance/reports/conformance-report.entity.js';
import { ConformanceVerdict } from '../../reporting/conformance/verdicts/conformance-verdict.entity.js';
import { GradeRecord } from '../../reporting/grading/grade.entity.js';
import { SavedView } from '../../reporting/saved-views/saved-view.entity.js';
import { RequirementGroup } from '../../standards/standards/requirement-group.entity.js';
import { Requirement } from '../../standards/standards/requirement.entity.js';
import { StandardLevel } from '../../standards/standards/standard-level.entity.js';
import { Standard } from '../../standards/standards/standard.entity.js';
import { FunctionalNeed } from '../../standards/taxonomy/functional-need.entity.js';

/** Every table that is read or written as objects. Others are used by statements alone; layers.json names all of them. */
export const ENTITIES = [
  Account,
  AddressChange,
  Verification,
  ProviderSignIn,
  Recovery,
  Challenge,
  SecondFactor,
  Session,
  UsedToken,
  User,
  Invitation,
  Member,
  Organization,
  Team,
  SignInDomain,
  SignInKey,
  OrganizationSignIn,
  SignInAttempt,
  Line,
  Finding,
  OwnershipRules,
  Agent,
  InventoryPage,
  Monitor,
  RunPage,
  MonitorRun,
  ProvisionedGroup,
  ProvisionedPerson,
  ProvisioningToken,
  TrackerConnection,
  TrackerLink,
  WebhookDelivery,
  Webhook,
  AccountEvent,
  Event,
  MailOrder,
  ApiKey,
  IngestPass,
  TrustedPublisher,
  Area,
  ProductPin,
  Product,
  Audit,
  Comment,
  Evidence,
  Issue,
  Risk,
  TestActivity,
  AuditImport,
  ConformanceReport,
  ConformanceVerdict,
  GradeRecord,
  SavedView,
  RequirementGroup,
  Requirement,
  StandardLevel,
  Standard,
  FunctionalNeed,
];
