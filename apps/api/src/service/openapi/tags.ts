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
      'Accounts, sessions and second factors. These operations follow the protocol of the better-auth client, with error codes in capitals.',
    resources: ['identity', 'sessions', 'secondFactor'],
  },
  {
    name: 'Organizations',
    description:
      'An organization owns all other records. Its settings define the standard, the modules and the security rules.',
    resources: ['organizations', 'settings', 'signIn'],
  },
  {
    name: 'Products',
    description: 'A website, app or document under test. Areas divide a product into named parts.',
    resources: ['products', 'areas'],
  },
  {
    name: 'API keys',
    description:
      'Credentials for programs, for an organization or a product, with scopes and an expiry time; and repositories whose pipelines need no stored key.',
    resources: ['apiKeys', 'trustedPublishers'],
  },
  {
    name: 'Ingest',
    description: 'Reports of scanners and pipelines. The answer shows the newly introduced findings.',
    resources: ['ingest'],
  },
  {
    name: 'Findings',
    description:
      'Findings reported by scans, each stored once until it is confirmed or dismissed. A line is a branch of development tested by scans.',
    resources: ['findings', 'lines'],
  },
  { name: 'Issues', description: 'Barriers to be removed.', resources: ['issues', 'ownershipRules'] },
  {
    name: 'Grade',
    description:
      'A letter from A to E for each product, with its reasons and the actions for the next letter. It is not a claim of conformance.',
    resources: ['grade'],
  },
  {
    name: 'Test activities',
    description: 'Evidence: scans, manual tests, usability tests and research.',
    resources: ['testActivities'],
  },
  {
    name: 'Pages',
    description: 'The inventory of a product: its pages and documents, independent of monitors.',
    resources: ['inventory'],
  },
  {
    name: 'Monitors',
    description: 'Scheduled examinations of pages of a product, run by agents on machines of the organization.',
    resources: ['monitors', 'secrets', 'agents', 'agentWork'],
  },
  {
    name: 'Evidence',
    description: 'Pictures, videos and documents that support records; visible to members only.',
    resources: ['evidence'],
  },
  { name: 'Audits', description: 'Planned and completed audits of a product.', resources: ['audits'] },
  {
    name: 'Conformance reports',
    description:
      'Public statements on the accessibility of a product: drafts based on a full audit, frozen on publication.',
    resources: ['conformanceReports', 'conformanceVerdicts', 'publicReports'],
  },
  { name: 'Risks', description: 'Potential issues, with likelihood and impact.', resources: ['risks'] },
  {
    name: 'Standards',
    description:
      'WCAG, EN 301 549, RGAA, Section 508 and custom standards, with their requirements; and functional needs.',
    resources: ['standards', 'functionalNeeds'],
  },
  {
    name: 'Feeds',
    description: 'Recent activity: the testing feed and the change log.',
    resources: ['feeds', 'changes'],
  },
  {
    name: 'Insights',
    description: 'Functional needs affected by open issues, issues to close first, and trends.',
    resources: ['insights', 'overview', 'search'],
  },
  {
    name: 'Saved views',
    description: 'Filters and orders of lists, saved for yourself or shared with all members.',
    resources: ['savedViews'],
  },
  {
    name: 'Webhooks',
    description:
      'Event messages to your own endpoints, signed according to Standard Webhooks 1.0; and deliveries from GitHub.',
    resources: ['webhooks'],
  },
  {
    name: 'Trackers',
    description: 'Links to issues in GitHub, GitLab and other trackers, synchronized in both directions.',
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
      'Management of members by the identity provider with SCIM 2.0 (RFC 7643, RFC 7644), such as Entra ID or Okta.',
    resources: ['provisioning', 'scim'],
  },
  {
    name: 'Account',
    description: 'Your own data: picture, notifications, security events and data export.',
    resources: ['account', 'notifications', 'mailSettings'],
  },
  {
    name: 'Service',
    description: 'Version, packages, probes, pictures, and the pages for emailed links.',
    resources: ['version', 'downloads', 'health', 'files', 'pages'],
  },
];

/** The group of what a controller is about. */
export const tagOf = (resource: string): string | undefined =>
  TAGS.find(({ resources }) => resources.includes(resource))?.name;
