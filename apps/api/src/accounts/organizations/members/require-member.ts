import { unknownReference } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { Member } from './member.entity.js';

/**
 * That a person whom a request names is a member of the organization. @param path where it names them: a JSON pointer
 */
export async function requireMember(
  tx: EntityManager,
  organizationId: string,
  userId: string | null | undefined,
  path: string,
): Promise<void> {
  if (userId && !(await tx.existsBy(Member, { organizationId, userId })))
    throw unknownReference(path, 'member', userId);
}
