import type { FindOptionsWhere } from 'typeorm';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { organizationLock } from '../organization-lock.js';
import { Member } from './member.entity.js';

/**
 * These memberships of a person one after the other, each with its organization locked: in the order of their ids, as
 * wherever several organizations are locked. One that has ended meanwhile is left out.
 */
export async function* lockedMemberships(
  change: ChangeContext,
  where: FindOptionsWhere<Member> & { userId: string },
): AsyncGenerator<Member, void, undefined> {
  for (const { organizationId } of await change.tx.find(Member, { where, order: { organizationId: 'ASC' } })) {
    await change.lock(organizationLock(organizationId));
    const member = await change.tx.findOneBy(Member, { organizationId, userId: where.userId });
    if (member) yield member;
  }
}
