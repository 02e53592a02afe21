import { LimitReached } from '#libs/errors';
import { type Countable, COUNTABLES, type Settings } from './settings.js';

/** What each limit counts, and whose they are. */
const WHAT: Readonly<Record<Countable, string>> = {
  organizations: 'organizations that one person owns',
  members: 'members of an organization',
  invitations: 'pending invitations of an organization',
  teams: 'teams of an organization',
  apiKeys: 'API keys of an organization',
  webhooks: 'webhooks of an organization',
  products: 'products of an organization',
  areas: 'areas of a product',
  standards: 'custom standards of an organization',
  requirements: 'groups and requirements of a custom standard',
};

/**
 * Refuses to add to `present` of a kind where that makes more than there may be; those who add must wait for each other
 * until then.
 * @throws LimitReached
 */
export function requireRoom({ most }: Pick<Settings, 'most'>, kind: Countable, present: number, more = 1): void {
  if (most[kind] !== 0 && present + more > most[kind]) throw new LimitReached(WHAT[kind], most[kind], COUNTABLES[kind]);
}
