import type { ConstraintErrors } from '#libs/database';
import { Conflict, type DomainError, Forbidden, NotFound, Unauthenticated, unknownReference } from '#libs/errors';
import { ImportUnderWay } from '../../reporting/audit-files/errors.js';
import { REFUSALS } from '../../platform/http/refusal.js';
import { UnderWay } from '../idempotency/errors.js';
import { notAMember } from '../../accounts/organizations/errors.js';
import { teamNotFound } from '../../accounts/organizations/people-errors.js';
import { DomainTaken } from '../../accounts/single-sign-on/domains/errors.js';
import { TrackerIssueTaken } from '../../integrations/trackers/links/errors.js';
import { notSigned } from '../../integrations/webhooks/errors.js';

class AlreadyExists extends Conflict {
  readonly code = 'already_exists';
  constructor(what: string) {
    super(`Another ${what} was created at the same time. Try again.`);
  }
}

/** The membership or the organization has ended since the request was admitted. */
const membershipEnded = () => new Forbidden('not_a_member', REFUSALS['not_a_member']!);
/** The account has been deleted since the request was admitted. */
const accountDeleted = () => new Unauthenticated();

const productDeleted = () => new NotFound('product');

/** The same error for all of these constraints. */
const each = (error: () => DomainError, ...names: string[]): ConstraintErrors =>
  Object.fromEntries(names.map((name) => [name, error]));

/** Maps constraint names to the errors for their violation, for races that an earlier check cannot prevent. */
export const CONSTRAINTS: ConstraintErrors = {
  uq_products_organization_slug: () => new AlreadyExists('product of this name'),
  uq_areas_product_slug: () => new AlreadyExists('area of this name'),
  uq_standards_organization_slug: () => new AlreadyExists('standard of this name'),
  uq_organizations_slug: () => new AlreadyExists('organization with this slug'),
  uq_sign_in_domains_organization_domain: () => new AlreadyExists('domain of this name'),
  uq_sign_in_domains_verified: () => new DomainTaken(),
  uq_users_email: () => new AlreadyExists('account with this address'),
  uq_accounts_provider_subject: () => new AlreadyExists('account'),
  uq_audit_imports_running: () => new ImportUnderWay(),
  uq_audit_entries_name: () => new AlreadyExists('entry of this name'),
  fk_audit_outcome_issues_issue: (value) => unknownReference('/outcomes', 'issue', value),
  uq_members_organization_user: () => new AlreadyExists('membership'),
  uq_invitations_pending: () => new AlreadyExists('invitation to this address'),
  uq_test_activities_product_idempotency: () => new AlreadyExists('activity with this idempotency key'),
  fk_products_responsible_person: (value) => unknownReference('/responsiblePersonId', 'member', value),
  fk_products_team: (value) => unknownReference('/teamId', 'team', value),
  fk_issues_assignee: (value) => unknownReference('/assigneeId', 'member', value),
  fk_issues_team: (value) => unknownReference('/teamId', 'team', value),
  fk_issue_watches_issue: () => new NotFound('issue'),
  fk_issues_audit: (value) => unknownReference('/auditId', 'audit', value),
  fk_issue_areas_area: (value) => unknownReference('/areaIds', 'area', value),
  // Both may end while a run is reported: the job runs again.
  fk_finding_pictures_finding: () => new NotFound('finding'),
  fk_finding_pictures_file: () => new NotFound('picture'),
  fk_monitor_runs_monitor: () => new NotFound('monitor'),
  fk_inventory_pages_area: (value) => unknownReference('/areaId', 'area', value),
  fk_risk_areas_area: (value) => unknownReference('/areaIds', 'area', value),
  fk_test_activity_areas_area: (value) => unknownReference('/areaIds', 'area', value),
  fk_issue_requirements_requirement: (value) => unknownReference('/requirementIds', 'requirement', value),
  fk_issue_functional_needs_need: (value) => unknownReference('/functionalNeedIds', 'functional need', value),
  fk_risk_functional_needs_need: (value) => unknownReference('/functionalNeedIds', 'functional need', value),
  fk_conformance_contradictions_issue: () => new NotFound('issue'),
  fk_tracker_links_issue: () => new NotFound('issue'),
  fk_tracker_links_connection: (value) => unknownReference('/connectionId', 'connection', value),
  uq_tracker_links_external: () => new TrackerIssueTaken(),
  fk_findings_issue: () => unknownReference('/issueNumber', 'issue'),
  fk_findings_duplicate_of: (value) => unknownReference('/duplicateOfId', 'other finding of the product', value),
  fk_products_standard: (value) => unknownReference('/standardId', 'standard', value),
  fk_products_conformance_level: (value) => unknownReference('/conformanceLevel', 'conformance level', value),
  fk_organizations_standard: (value) => unknownReference('/standardId', 'standard', value),
  fk_organizations_conformance_level: (value) => unknownReference('/conformanceLevel', 'conformance level', value),
  fk_audits_standard: (value) => unknownReference('/standardId', 'standard', value),
  fk_audits_conformance_level: (value) => unknownReference('/conformanceLevel', 'conformance level', value),
  fk_invitations_team: () => teamNotFound(),
  fk_members_team: () => teamNotFound(),
  fk_sessions_active_team: () => teamNotFound(),
  fk_sessions_active_organization: notAMember,
  // The session has ended since the request was admitted.
  ...each(() => new Unauthenticated(), 'fk_proof_codes_session', 'fk_provider_sign_ins_session'),
  // Another request with the same key has taken its place.
  ck_idempotency_keys_claim: () => new UnderWay(),
  uq_conformance_tokens_report: () => new AlreadyExists('public address of this report'),
  fk_github_deliveries_organization: notSigned,
  ...each(
    membershipEnded,
    'fk_product_pins_member',
    'fk_issue_watches_member',
    'fk_idempotency_keys_organization',
    'fk_saved_views_organization',
    'fk_agents_organization',
    'fk_agent_queue_organization',
    'fk_saved_views_owner',
    'fk_triage_decisions_organization',
    'fk_products_organization',
    'fk_deleted_product_numbers_organization',
    'fk_standards_organization',
    'fk_webhooks_organization',
    'fk_github_secrets_organization',
  ),
  ...each(
    accountDeleted,
    'fk_issues_creator',
    'fk_issues_closer',
    'fk_issues_extender',
    'fk_risks_creator',
    'fk_test_activities_creator',
    'fk_triage_decisions_maker',
    'fk_accounts_user',
    'fk_address_changes_user',
    'fk_invitations_inviter',
    'fk_members_user',
    'fk_preferences_user',
    'fk_second_factors_user',
    'fk_sessions_user',
    'fk_sign_in_challenges_user',
    'fk_verifications_user',
    'fk_wrong_codes_user',
  ),
  ...each(
    productDeleted,
    'fk_activity_counts_product',
    'fk_activity_weeks_product',
    'fk_areas_product',
    'fk_comments_product',
    'fk_audits_product',
    'fk_conformance_reports_product',
    'fk_current_grades_product',
    'fk_evidence_product',
    'fk_finding_answers_product',
    'fk_finding_contents_product',
    'fk_finding_sets_product',
    'fk_finding_spellings_product',
    'fk_finding_picture_files_product',
    'fk_finding_tracks_product',
    'fk_findings_product',
    'fk_grades_product',
    'fk_inventory_pages_product',
    'fk_issues_product',
    'fk_lines_product',
    'fk_monitor_secrets_product',
    'fk_monitors_product',
    'fk_preview_counts_product',
    'fk_product_counters_product',
    'fk_product_pins_product',
    'fk_record_totals_product',
    'fk_risks_product',
    'fk_scanned_pages_product',
    'fk_test_activities_product',
    'fk_tracker_connections_product',
  ),
};
