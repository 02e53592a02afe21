import type { LimitedRecord } from '#libs/config';
import { query } from '#libs/database';
import { changedFields } from '../../platform/lists/changed-fields.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { wholeOrganizationLock } from './organization-lock.js';
import { Organization } from './organization.entity.js';
import { END_QUOTA, type Quota, QUOTA_OF, SET_QUOTA } from './organizations.sql.js';

/** How many records of a kind there may be from now on; null: as many as the installation says. */
export type NewLimits = Partial<Record<LimitedRecord, number | null>>;

/**
 * Changes how many records of some kinds an organization may have. What it has beyond that stays.
 * @returns false where that is so already
 */
export async function changeQuota(change: ChangeContext, id: string, limits: NewLimits): Promise<boolean> {
  const { tx } = change;
  await change.lock(wholeOrganizationLock(id));
  const { name } = await tx.findOneByOrFail(Organization, { id });
  const former = (await query(tx, QUOTA_OF, [id]))[0]?.limits ?? {};
  const given = Object.entries({ ...former, ...limits });
  const quota: Quota = Object.fromEntries(given.filter(([, limit]) => limit !== null));
  const changes = changedFields(withAll(former, limits), withAll(quota, limits));
  if (changes.length === 0) return false;
  if (Object.keys(quota).length === 0) await query(tx, END_QUOTA, [id]);
  else await query(tx, SET_QUOTA, [id, JSON.stringify(quota)]);
  change.record({ organizationId: id, type: 'organization.quota_updated', subject: { id, title: name }, changes });
  return true;
}

/** The limits of these kinds; null where none is given. */
const withAll = (quota: Quota, kinds: NewLimits): NewLimits =>
  Object.fromEntries((Object.keys(kinds) as LimitedRecord[]).map((kind) => [kind, quota[kind] ?? null]));
