import { CONSTRAINTS } from '../../apps/api/src/service/app/constraints.js';
import { useService } from '../support/service.js';

const service = useService();

const namesOf = async (sql: string): Promise<string[]> =>
  (await service.database.query<{ name: string }[]>(sql)).map(({ name }) => name);

/** What they refer to is made in the same unit, or locked by it from before it is looked at until its end. */
const HELD = [
  'fk_account_networks_user',
  'fk_api_keys_organization',
  'fk_api_keys_owner',
  'fk_api_keys_parent',
  'fk_audit_assignments_audit',
  'fk_audit_entries_audit',
  'fk_audit_import_mappings_organization',
  'fk_audit_import_slices_import',
  'fk_audit_imports_audit',
  'fk_audit_outcome_changes_audit',
  'fk_audit_outcome_issues_outcome',
  'fk_audit_outcomes_audit',
  'fk_audit_requirements_audit',
  'fk_backup_codes_factor',
  'fk_closed_issue_counts_product',
  'fk_comment_versions_comment',
  'fk_conformance_contradictions_report',
  'fk_conformance_documents_report',
  'fk_conformance_gone_issues_product',
  'fk_conformance_tokens_organization',
  'fk_conformance_verdicts_report',
  'fk_evidence_bytes_product',
  'fk_evidence_links_evidence',
  'fk_external_events_issue',
  'fk_finding_days_product',
  'fk_finding_decisions_decision',
  'fk_finding_decisions_finding',
  'fk_finding_page_answers_finding',
  'fk_finding_words_finding',
  'fk_ingest_passes_publisher',
  'fk_invitations_organization',
  'fk_issue_areas_issue',
  'fk_issue_days_product',
  'fk_issue_functional_needs_issue',
  'fk_issue_requirements_issue',
  'fk_issues_test_activity',
  'fk_made_access_answerers_made',
  'fk_made_access_answerers_user',
  'fk_made_access_recovery',
  'fk_made_access_user',
  'fk_members_organization',
  'fk_monitor_run_pages_run',
  'fk_notifications_organization',
  'fk_notifications_user',
  'fk_open_issue_counts_product',
  'fk_organization_locks_organization',
  'fk_organization_quotas_organization',
  'fk_organization_sign_in_attempts_organization',
  'fk_organization_sign_in_organization',
  'fk_ownership_rules_product',
  'fk_pending_counts_product',
  'fk_pending_days_product',
  'fk_provisioned_group_members_group',
  'fk_provisioned_group_members_person',
  'fk_provisioned_groups_organization',
  'fk_provisioned_people_organization',
  'fk_provisioned_people_user',
  'fk_provisioning_tokens_organization',
  'fk_recoveries_user',
  'fk_requirement_groups_parent',
  'fk_requirement_groups_standard',
  'fk_requirements_group',
  'fk_requirements_level',
  'fk_requirements_standard',
  'fk_risk_areas_risk',
  'fk_risk_functional_needs_risk',
  'fk_risks_issue',
  'fk_sign_in_domains_organization',
  'fk_sign_in_keys_organization',
  'fk_standard_levels_standard',
  'fk_teams_organization',
  'fk_test_activity_areas_activity',
  'fk_thinned_runs_product',
  'fk_trusted_publishers_organization',
  'fk_trusted_publishers_owner',
  'fk_trusted_publishers_parent_key',
  'fk_verifications_address_change',
  'fk_webhook_deliveries_webhook',
];

test('every foreign key has words for whoever refers to what is gone, unless what it refers to cannot go meanwhile', async () => {
  const keys = await namesOf(
    `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1`,
  );
  expect(keys.filter((name) => !(name in CONSTRAINTS))).toEqual(HELD);
});

test('every constraint that has words exists', async () => {
  const constraints = await namesOf(
    `SELECT conname AS name FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION SELECT indexrelid::regclass::text FROM pg_index WHERE indisunique`,
  );
  expect(Object.keys(CONSTRAINTS).filter((name) => !constraints.includes(name))).toEqual([]);
});
