/**
 * Where the rows of a table are once a database is distributed. What is in neither list stays on the coordinator: sessions, accounts, API keys and
 * jobs, and whatever is looked up before an organization is known. The order within a list is free: foreign keys are taken off while tables are
 * placed. All that are spread lie beside the first one.
 */

/** Spread over the machines by organization: all rows of one organization are on one machine. */
export const DISTRIBUTED = [
  'products',
  'organization_locks',
  'areas',
  'audits',
  'test_activities',
  'issues',
  'findings',
  'risks',
  'conformance_reports',
  'audit_assignments',
  'audit_entries',
  'audit_outcome_changes',
  'audit_outcome_issues',
  'audit_outcomes',
  'audit_requirements',
  'activity_counts',
  'activity_weeks',
  'closed_issue_counts',
  'conformance_contradictions',
  'conformance_documents',
  'conformance_gone_issues',
  'conformance_verdicts',
  'current_grades',
  'event_counters',
  'events',
  'external_events',
  'finding_answers',
  'finding_contents',
  'finding_days',
  'finding_decisions',
  'finding_page_answers',
  'finding_sets',
  'finding_tracks',
  'finding_words',
  'github_deliveries',
  'github_secrets',
  'grades',
  'idempotency_keys',
  'issue_areas',
  'issue_days',
  'issue_functional_needs',
  'issue_requirements',
  'lines',
  'open_issue_counts',
  'pending_counts',
  'preview_counts',
  'product_counters',
  'product_pins',
  'record_totals',
  'risk_areas',
  'risk_functional_needs',
  'saved_views',
  'scanned_pages',
  'test_activity_areas',
  'triage_decisions',
  'webhook_deliveries',
  'webhooks',
] as const;

/** Copied to every machine: rarely written, and referred to by rows of many organizations or by rows of the coordinator. */
export const COPIED = [
  'users',
  'organizations',
  'teams',
  'members',
  'former_members',
  'invitations',
  'standards',
  'standard_levels',
  'requirement_groups',
  'requirements',
  'functional_needs',
] as const;

/** The column by which tables are spread. */
export const DISTRIBUTION_COLUMN = 'organization_id';
