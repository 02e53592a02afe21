import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import type { User } from '../../identity/user.entity.js';
import type { Role } from '../../../platform/http/policy.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { requireBelowOrganizationLimit } from '../limits.js';
import type { Quotas } from '../quotas.service.js';
import { Member } from './member.entity.js';

/**
 * Makes a person a member at the word of the organization's own provider. Call with the organization locked.
 * @throws LimitReached
 */
export async function provideMember(
  change: ChangeContext,
  quotas: Quotas,
  { id: userId, name }: Pick<User, 'id' | 'name'>,
  { organizationId, role, teamId }: { organizationId: string; role: Exclude<Role, 'owner'>; teamId: string | null },
): Promise<Member> {
  const { tx } = change;
  await requireBelowOrganizationLimit(tx, quotas, 'members', organizationId);
  const id = newId();
  await tx.insert(Member, { id, organizationId, userId, role, teamId });
  change.record({ organizationId, type: 'member.joined', subject: { id, title: name } });
  return tx.findOneByOrFail(Member, { id });
}

/** A member whom the organization's provider has, who is counted and recorded elsewhere. */
type ProvidedMember = Pick<Member, 'id' | 'organizationId' | 'userId' | 'role' | 'teamId' | 'roleProvisioned'>;

/** Makes people members at the word of the organization's own provider. Call with the organization locked. */
export async function insertProvidedMembers(tx: EntityManager, members: readonly ProvidedMember[]): Promise<void> {
  await tx.insert(Member, [...members]);
}
