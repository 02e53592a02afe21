import { LimitReached } from '#libs/errors';
import { type LimitedRecord, RECORD_LIMITS, type RecordLimits } from './limit-settings.js';

/** What each limit counts, for error messages. */
const DESCRIPTIONS: Readonly<Record<LimitedRecord, string>> = {
  organizations: 'organizations that one person owns',
  members: 'members of an organization',
  invitations: 'pending invitations of an organization',
  teams: 'teams of an organization',
  apiKeys: 'API keys of an organization',
  trustedPublishers: 'trusted publishers of a product',
  domains: 'domains of an organization',
  provisionedPeople: 'people provisioned for an organization',
  provisionedGroups: 'groups provisioned for an organization',
  webhooks: 'webhooks of an organization',
  trackerConnections: 'connections of a product with trackers',
  products: 'products of an organization',
  areas: 'areas of a product',
  findings: 'findings of a product',
  issues: 'issues of a product',
  savedViews: 'saved views of a member',
  pages: 'pages of a product',
  monitors: 'monitors of a product',
  agents: 'agents of an organization',
  secrets: 'secrets of a product',
  standards: 'custom standards of an organization',
  evidenceBytes: 'bytes of evidence of an organization',
  requirements: 'groups and requirements of a custom standard',
  outcomes: 'outcomes of an audit, its requirements times the entries of its sample',
};

/**
 * Throws if adding `more` to the `present` number of records exceeds the limit. Callers must hold a lock that
 * serializes additions.
 * @throws LimitReached
 */
export function requireBelowLimit(
  { recordLimits }: RecordLimits,
  kind: LimitedRecord,
  present: number,
  more = 1,
): void {
  if (recordLimits[kind] !== 0 && present + more > recordLimits[kind])
    throw new LimitReached(DESCRIPTIONS[kind], recordLimits[kind], RECORD_LIMITS[kind]);
}
