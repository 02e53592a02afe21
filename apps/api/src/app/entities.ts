// Written by npm run generate:indexes.
import { ApiKey } from '../api-keys/api-key.entity.js';
import { IngestPass } from '../api-keys/trusted-publishing/ingest-pass.entity.js';
import { TrustedPublisher } from '../api-keys/trusted-publishing/trusted-publisher.entity.js';
import { UsedToken } from '../api-keys/trusted-publishing/used-token.entity.js';
import { AuditImport } from '../audit-files/audit-import.entity.js';
import { Audit } from '../audits/audit.entity.js';
import { Comment } from '../comments/comment.entity.js';
import { ConformanceReport } from '../conformance/reports/conformance-report.entity.js';
import { ConformanceVerdict } from '../conformance/verdicts/conformance-verdict.entity.js';
import { AccountEvent } from '../events/account-event.entity.js';
import { Event } from '../events/event.entity.js';
import { Evidence } from '../evidence/evidence.entity.js';
import { Finding } from '../findings/finding.entity.js';
import { OwnershipRules } from '../findings/ownership/ownership-rules.entity.js';
import { GradeRecord } from '../grading/grade.entity.js';
import { Account } from '../identity/account.entity.js';
import { AddressChange } from '../identity/addresses/address-change.entity.js';
import { Verification } from '../identity/mailed-links/verification.entity.js';
import { ProviderSignIn } from '../identity/provider/provider-sign-in.entity.js';
import { Recovery } from '../identity/recovery/recovery.entity.js';
import { Challenge } from '../identity/second-factor/challenge.entity.js';
import { SecondFactor } from '../identity/second-factor/second-factor.entity.js';
import { Session } from '../identity/sessions/session.entity.js';
import { User } from '../identity/user.entity.js';
import { Issue } from '../issues/issue.entity.js';
import { MailOrder } from '../mails/mail-order.entity.js';
import { Agent } from '../monitors/agents/agent.entity.js';
import { InventoryPage } from '../monitors/inventory/inventory-page.entity.js';
import { Monitor } from '../monitors/monitor.entity.js';
import { RunPage } from '../monitors/runs/run-page.entity.js';
import { MonitorRun } from '../monitors/runs/run.entity.js';
import { Invitation } from '../organizations/invitations/invitation.entity.js';
import { Member } from '../organizations/members/member.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { Team } from '../organizations/teams/team.entity.js';
import { Area } from '../products/area.entity.js';
import { ProductPin } from '../products/product-pin.entity.js';
import { Product } from '../products/product.entity.js';
import { ProvisionedGroup } from '../provisioning/groups/provisioned-group.entity.js';
import { ProvisionedPerson } from '../provisioning/people/provisioned-person.entity.js';
import { ProvisioningToken } from '../provisioning/tokens/provisioning-token.entity.js';
import { Risk } from '../risks/risk.entity.js';
import { SavedView } from '../saved-views/saved-view.entity.js';
import { Line } from '../scan-runs/line.entity.js';
import { SignInDomain } from '../single-sign-on/domains/sign-in-domain.entity.js';
import { SignInKey } from '../single-sign-on/keys/sign-in-key.entity.js';
import { OrganizationSignIn } from '../single-sign-on/settings/organization-sign-in.entity.js';
import { SignInAttempt } from '../single-sign-on/sign-in/sign-in-attempt.entity.js';
import { RequirementGroup } from '../standards/requirement-group.entity.js';
import { Requirement } from '../standards/requirement.entity.js';
import { StandardLevel } from '../standards/standard-level.entity.js';
import { Standard } from '../standards/standard.entity.js';
import { FunctionalNeed } from '../taxonomy/functional-need.entity.js';
import { TestActivity } from '../test-activities/test-activity.entity.js';
import { TrackerConnection } from '../trackers/connections/tracker-connection.entity.js';
import { TrackerLink } from '../trackers/sync/tracker-link.entity.js';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.js';
import { Webhook } from '../webhooks/webhook.entity.js';

/** Every table that is read or written as objects. Others are used by statements alone; layers.json names all of them. */
export const ENTITIES = [
  ApiKey,
  IngestPass,
  TrustedPublisher,
  UsedToken,
  AuditImport,
  Audit,
  Comment,
  ConformanceReport,
  ConformanceVerdict,
  AccountEvent,
  Event,
  Evidence,
  Finding,
  OwnershipRules,
  GradeRecord,
  Account,
  AddressChange,
  Verification,
  ProviderSignIn,
  Recovery,
  Challenge,
  SecondFactor,
  Session,
  User,
  Issue,
  MailOrder,
  Agent,
  InventoryPage,
  Monitor,
  RunPage,
  MonitorRun,
  Invitation,
  Member,
  Organization,
  Team,
  Area,
  ProductPin,
  Product,
  ProvisionedGroup,
  ProvisionedPerson,
  ProvisioningToken,
  Risk,
  SavedView,
  Line,
  SignInDomain,
  SignInKey,
  OrganizationSignIn,
  SignInAttempt,
  RequirementGroup,
  Requirement,
  StandardLevel,
  Standard,
  FunctionalNeed,
  TestActivity,
  TrackerConnection,
  TrackerLink,
  WebhookDelivery,
  Webhook,
];
