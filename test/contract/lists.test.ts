import { readFileSync } from 'node:fs';

/** What a list can be asked for beside its pages: the whole as CSV and NDJSON, an order, words. */
type Ability = 'whole' | 'sort' | 'q';

/** The lists that are read page by page, each by cursors too. */
const PAGED: Readonly<Record<string, readonly Ability[]>> = {
  account_listEvents: [],
  audits_list: ['whole', 'sort'],
  audits_listComments: [],
  audits_listImports: [],
  audits_listInOrganization: ['whole', 'sort'],
  audits_listOutcomes: [],
  audits_readHistory: [],
  audits_readTimeline: [],
  changes_ofOrganization: ['whole'],
  changes_ofProduct: ['whole'],
  conformanceReports_list: [],
  conformanceReports_listComments: [],
  conformanceReports_listInOrganization: [],
  conformanceReports_readTimeline: [],
  evidence_list: [],
  feeds_ofOrganization: [],
  feeds_ofProduct: [],
  findings_group: ['q'],
  findings_groupInOrganization: ['q'],
  findings_list: ['whole', 'sort', 'q'],
  findings_listComments: [],
  findings_listInOrganization: ['whole', 'sort', 'q'],
  findings_listOfTestActivity: ['whole', 'sort'],
  findings_readTimeline: [],
  grade_history: [],
  inventory_list: ['whole', 'sort', 'q'],
  issues_list: ['whole', 'sort', 'q'],
  issues_listComments: [],
  issues_listInOrganization: ['whole', 'sort', 'q'],
  issues_readTimeline: [],
  monitors_listRunPages: ['whole', 'sort'],
  monitors_listRuns: ['whole', 'sort'],
  notifications_list: [],
  products_list: ['sort', 'q'],
  risks_list: ['whole', 'sort', 'q'],
  risks_listInOrganization: ['whole', 'sort', 'q'],
  testActivities_list: ['whole', 'sort'],
  testActivities_listInOrganization: ['whole', 'sort'],
  trackerDifferences_list: [],
  webhooks_listDeliveries: [],
};

/** Lists that are told at once, because a limit, a catalogue or what was asked for bounds them. */
const WHOLE: readonly string[] = [
  'account_listRecoveries',
  'agents_list',
  'apiKeys_list',
  'areas_list',
  'audits_listAssignments',
  'audits_listCommentVersions',
  'audits_listFuture',
  'audits_listSample',
  'conformanceReports_listCommentVersions',
  'conformanceReports_listContradictions',
  'conformanceReports_listProblems',
  'conformanceReports_listRequirements',
  'conformanceVerdicts_list',
  'downloads_list',
  'findings_listCommentVersions',
  'functionalNeeds_list',
  'invitations_list',
  'invitations_listOfPerson',
  'invitations_listPending',
  'issues_listCommentVersions',
  'issues_listFunctionalNeeds',
  'issues_listOfAudit',
  'issues_listOfTestActivity',
  'issues_listRequirements',
  'lines_list',
  'members_list',
  'members_listPeople',
  'monitors_list',
  'organizations_list',
  'products_listRequirements',
  'provisioning_listTokens',
  'risks_listFunctionalNeeds',
  'savedViews_list',
  'scim_listGroups',
  'scim_listResourceTypes',
  'scim_listSchemas',
  'scim_listUsers',
  'secrets_list',
  'sessions_list',
  'signIn_listDomains',
  'standards_list',
  'standards_listGroups',
  'standards_listRequirements',
  'teams_list',
  'teams_listMembers',
  'teams_listOfPerson',
  'trackerConnections_list',
  'trustedPublishers_list',
  'webhooks_list',
];

interface Parameter {
  $ref?: string;
  name?: string;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}
const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, { get?: Operation }>;
  components: { parameters: Record<string, { name: string }> };
};
const reads = Object.values(document.paths).flatMap(({ get }) => (get ? [get] : []));
const namesOf = ({ parameters = [] }: Operation): string[] =>
  parameters.map(({ $ref, name }) => name ?? document.components.parameters[$ref!.split('/').at(-1)!]!.name);

const PAGE = ['page', 'pageSize', 'total', 'after'];
const paged = reads.filter((operation) => namesOf(operation).some((name) => PAGE.includes(name)));

test('each list is either read by pages or told at once, and is named here as what it is', () => {
  expect(paged.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(PAGED).sort());
  const lists = reads.map(({ operationId }) => operationId).filter((id) => /_list/.test(id) && !(id in PAGED));
  expect(lists.sort()).toEqual([...WHOLE].sort());
});

test.each(Object.entries(PAGED))('%s has pages, cursors and what else it is named with: %j', (id, abilities) => {
  const operation = paged.find(({ operationId }) => operationId === id)!;
  const names = namesOf(operation);
  expect(PAGE.filter((name) => !names.includes(name))).toEqual([]);
  const has = (ability: Ability): boolean => abilities.includes(ability);
  expect(names.includes('q')).toBe(has('q'));
  expect(names.includes('sortField') && names.includes('sortDirection')).toBe(has('sort'));
  expect(names.includes('format')).toBe(has('whole'));
  const types = Object.keys(operation.responses['200']!.content!);
  expect(types.sort()).toEqual(
    has('whole') ? ['application/json', 'application/x-ndjson', 'text/csv'] : ['application/json'],
  );
});
