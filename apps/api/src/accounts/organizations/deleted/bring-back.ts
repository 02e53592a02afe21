import { execute, query } from '#libs/database';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { chooseSlug } from '../../../platform/work/choose-slug.js';
import { wholeOrganizationLock } from '../organization-lock.js';
import { Member } from '../members/member.entity.js';
import { Organization } from '../organization.entity.js';
import { HOLDER_OF_SLUG } from '../organizations.sql.js';
import { DELETED_SLUGS, SHOW } from './deleted-organizations.sql.js';

/**
 * Brings a deleted organization back with all that is in it, but for open invitations and the accounts that were
 * deleted since. Where its slug has been given to another one, it gets the next that is free.
 * @returns its slug; undefined where no account of an owner is left
 */
export async function bringBack(change: ChangeContext, id: string): Promise<string | undefined> {
  const { tx } = change;
  await change.lock(wholeOrganizationLock(id));
  const [kept] = await query(tx, DELETED_SLUGS, [id]);
  if (!(await tx.existsBy(Member, { organizationId: id, role: 'owner' }))) return undefined;
  const [former, ...others] = kept!.slugs!;
  const slug = await chooseSlug(change, Organization, former!, { kind: 'organization', keepsFormer: true });
  const free: string[] = [];
  for (const other of others) if ((await query(tx, HOLDER_OF_SLUG, [other])).length === 0) free.push(other);
  await execute(tx, SHOW, [id, slug, free]);
  const { name } = await tx.findOneByOrFail(Organization, { id });
  change.record({ organizationId: id, type: 'organization.restored', subject: { id, title: name } });
  return slug;
}
