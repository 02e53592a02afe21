/**
 * The statements that go over all organizations, which only jobs, the start of the service and commands of an operator
 * may run. They find rows, or delete those that have been kept long enough; every other change names one organization.
 * Each begins with a comment, `all organizations: ` and its name (in TypeORM: `comment: 'all organizations: name'`).
 */
export const ACROSS_ORGANIZATIONS: Readonly<Record<string, string>> = {
  age_grades: 'Time alone changes Grades, in whichever organization they are.',
  count_scheduled_monitors: 'An operator is told whether there is an agent for monitors, whoever owns them.',
  due_monitors: 'Monitors run when their time has come, in whichever organization they are.',
  encrypt_stored_secrets: 'A new key encrypts what the old one has encrypted, whoever owns it.',
  end_pictures: 'Pictures of findings end with them, in whichever organization they are.',
  end_stranded_imports: 'A worker that is killed at each attempt leaves imports of any organization behind.',
  end_unused_evidence: 'Evidence that is at no record is kept for a day, in whichever organization it is.',
  end_lines: 'Lines that no run has spoken of for long end, in whichever organization they are.',
  finishing_runs: 'Runs of monitors end that nobody reports any more, in whichever organization they are.',
  forget_deliveries: 'Messages of webhooks, and ids of those from GitHub, are kept for thirty days.',
  forget_idempotency_keys: 'Which requests were carried out is known for 24 hours.',
  forget_security_events: 'The security events of organizations that are gone are kept for 400 days.',
  jobs_of_former_versions: 'Jobs that were queued before an upgrade do not say whose event or message they mean.',
  poll_trackers: 'What changes in trackers is looked for, whichever organization is connected.',
  prove_accounts: 'Organizations that were made by people who have proved an address since count as theirs.',
  rescue_deliveries: 'A worker that was killed leaves messages of any organization behind.',
  rescue_tracker_links: 'The same of issues that are to be compared with trackers.',
  tell_of_certificates: 'Certificates of providers end, in whichever organization they are.',
  tell_of_dates: 'Dates come near and pass, in whichever organization.',
  tell_of_duties: 'Audits and reviews become due, in whichever organization.',
};
