/** Of the loads that cost the service most, one or two of each resource: the short form of the proof. */
const SHORT: readonly string[] = [
  'findings_list: search',
  'findings_listInOrganization: every order',
  'issues_listInOrganization: every order',
  'testActivities_listInOrganization: every order',
  'grade_simulate: every filter',
  'publicReports_showBadge: as it is',
  'account_export: as it is',
  'ingest_report: as many findings as it takes',
  'issues_bulkUpdate: largest',
  'webhooks_test: a receiver that never answers',
  'connections: 2,000 idle ones',
];

/** The loads that cost the service most, which `NEIGHBOURS=dearest` drives. */
export const DEAREST: readonly string[] = [
  'findings_list: search',
  'findings_listInOrganization: search',
  'issues_list: search',
  'issues_listInOrganization: search',
  'risks_listInOrganization: search',
  'findings_list: every order',
  'findings_listInOrganization: every order',
  'findings_listInOrganization: every filter',
  'findings_listInOrganization: last page',
  'issues_listInOrganization: every order',
  'issues_listInOrganization: last page',
  'risks_listInOrganization: every order',
  'testActivities_listInOrganization: every order',
  'changes_ofOrganization: last page',
  'feeds_ofOrganization: last page',
  'grade_simulate: every filter',
  'insights_trendsOfOrganization: every filter',
  'insights_functionalNeedsOfOrganization: as it is',
  'publicReports_showReport: as it is',
  'publicReports_showStatement: as it is',
  'publicReports_showBadge: as it is',
  'conformanceReports_export: every filter',
  'conformanceReports_readDocument: as it is',
  'account_export: as it is',
  'ingest_report: as many findings as it takes',
  'ingest_report: the longest texts',
  'issues_bulkUpdate: largest',
  'findings_bulkTriage: largest',
  'webhooks_test: a receiver that never answers',
  'connections: 2,000 idle ones',
];

/**
 * Which of these loads a run drives: all in full; those that `NEIGHBOURS` says: the `dearest`, or those whose names it
 * matches; or else a few.
 */
export function chosenOf<T extends { name: string }>(loads: readonly T[], isFull: boolean, which?: string): T[] {
  if (which === 'dearest') return loads.filter(({ name }) => DEAREST.includes(name));
  if (which) return loads.filter(({ name }) => new RegExp(which).test(name));
  return loads.filter(({ name }) => isFull || SHORT.includes(name));
}
