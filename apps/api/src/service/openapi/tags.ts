/** A group of operations in the document. */
interface Tag {
  name: string;
  description: string;
  /** What `@Resource` says of the controllers in it. */
  resources: readonly string[];
}

/** The groups, in the order in which a newcomer needs them. */
export const TAGS: readonly Tag[] = [
  {
    name: 'Sign in',
    description:
      'Accounts, sessions and second factors. These operations speak the dialect of the better-auth client, with error codes in capitals.',
    resources: ['identity', 'sessions', 'secondFactor'],
  },
  {
    name: 'Organizations',
    description: 'An organization owns all else. Its settings choose the standard, the modules, and who may get in.',
    resources: ['organizations', 'settings', 'signIn'],
  },
  {
    name: 'Products',
    description:
      'What is tested: a website, an app, a document. Areas divide a product into parts that people know by name.',
    resources: ['products', 'areas'],
  },
  {
    name: 'API keys',
    description:
      'Credentials for programs: of an organization or of one product, with scopes and an end; and repositories whose pipelines need none.',
    resources: ['apiKeys', 'trustedPublishers'],
  },
  {
    name: 'Ingest',
    description:
      'Where scanners and pipelines report what they found. The answer says what the report brings that was not there before.',
    resources: ['ingest'],
  },
  {
    name: 'Findings',
    description:
      'What scans reported, each once however often it is reported, until somebody confirms or dismisses it. A line is a branch of development that scans speak of.',
    resources: ['findings', 'lines'],
  },
  { name: 'Issues', description: 'Barriers that people have to remove.', resources: ['issues', 'ownershipRules'] },
  {
    name: 'Grade',
    description:
      'A letter from A to E for each product, with its reasons and with what would earn the next one. It never claims conformance.',
    resources: ['grade'],
  },
  {
    name: 'Test activities',
    description: 'Evidence: scans, manual tests, tests with users and research.',
    resources: ['testActivities'],
  },
  {
    name: 'Pages',
    description: 'The inventory of a product: the pages and documents that it has, whoever looks at them.',
    resources: ['inventory'],
  },
  {
    name: 'Monitors',
    description:
      'They look at pages of a product again and again. Agents do that on machines of the organization, and report what they find.',
    resources: ['monitors', 'secrets', 'agents', 'agentWork'],
  },
  {
    name: 'Evidence',
    description: 'Pictures, videos and documents that show what records say; only members see them.',
    resources: ['evidence'],
  },
  { name: 'Audits', description: 'Planned and completed audits of a product.', resources: ['audits'] },
  {
    name: 'Conformance reports',
    description:
      'What is said to the outside of how accessible a product is: drafts that rest on a full audit, frozen once they are published.',
    resources: ['conformanceReports', 'conformanceVerdicts', 'publicReports'],
  },
  { name: 'Risks', description: 'What may become an issue, with its likelihood and impact.', resources: ['risks'] },
  {
    name: 'Standards',
    description:
      'WCAG, EN 301 549, RGAA, Section 508 and standards of your own, with their requirements; and the functional needs of people.',
    resources: ['standards', 'functionalNeeds'],
  },
  {
    name: 'Feeds',
    description: 'What happened, newest first: the testing feed and the log of all changes.',
    resources: ['feeds', 'changes'],
  },
  {
    name: 'Insights',
    description: 'Whom the open issues block, what to close first, and whether it gets better.',
    resources: ['insights', 'overview', 'search'],
  },
  {
    name: 'Saved views',
    description: 'Filters and orders of lists that people keep for themselves or for all.',
    resources: ['savedViews'],
  },
  {
    name: 'Webhooks',
    description:
      'Messages to your own address when something happens, signed as Standard Webhooks 1.0 says; and deliveries from GitHub.',
    resources: ['webhooks'],
  },
  {
    name: 'Trackers',
    description: 'Where developers work: issues stand in GitHub or GitLab too, and both follow each other.',
    resources: ['trackerConnections', 'issueTrackers', 'trackerDifferences'],
  },
  {
    name: 'People',
    description: 'Members, invitations and teams of an organization.',
    resources: ['members', 'invitations', 'teams'],
  },
  {
    name: 'Provisioning',
    description:
      'The provider of an organization says who belongs to it, by SCIM 2.0 (RFC 7643, RFC 7644): Entra ID, Okta and others speak it.',
    resources: ['provisioning', 'scim'],
  },
  {
    name: 'Account',
    description:
      'What is yours: your picture, what you are told, what happened to your account, and all that is kept of you.',
    resources: ['account', 'notifications', 'mailSettings'],
  },
  {
    name: 'Service',
    description: 'Its version, packages that belong to it, probes, pictures, and the pages of mailed links.',
    resources: ['version', 'downloads', 'health', 'files', 'pages'],
  },
];

/** The group of what a controller is about. */
export const tagOf = (resource: string): string | undefined =>
  TAGS.find(({ resources }) => resources.includes(resource))?.name;
