import { query } from '#libs/database';
import { type Fault, InvalidInput, unknownFault, unknownReference } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { Member } from '../../accounts/organizations/members/member.entity.js';
import type { Evaluator } from './audit.entity.js';
import { CLEAR_LEAD, FORGET_EVALUATOR, MEMBER_NAMES } from './audits.sql.js';

/** Refuses a lead who is no member. */
export async function requireLead(tx: EntityManager, organizationId: string, userId: string | null | undefined) {
  if (userId && !(await tx.existsBy(Member, { organizationId, userId })))
    throw unknownReference('/leadId', 'member', userId);
}

/** Who makes an audit, members by their names of now; of those who stood there before the names stay. */
export async function namedEvaluators(
  tx: EntityManager,
  organizationId: string,
  before: readonly Evaluator[],
  requested: readonly { userId?: string; name?: string }[],
): Promise<Evaluator[]> {
  const ids = requested.flatMap(({ userId }) => userId ?? []);
  const rows = ids.length === 0 ? [] : await query(tx, MEMBER_NAMES, [organizationId, ids]);
  const names = new Map([
    ...before.flatMap(({ userId, name }) => (userId === null ? [] : [[userId, name] as const])),
    ...rows.map(({ userId, name }) => [userId, name] as const),
  ]);
  const faults = requested.flatMap(({ userId, name }, index): Fault[] => {
    const path = `/evaluators/${index}`;
    if ((userId === undefined) === (name === undefined))
      return [{ path, code: 'not_allowed', message: 'An evaluator must have either a `userId` or a `name`.' }];
    if (userId !== undefined && !names.has(userId.toLowerCase()))
      return [unknownFault(`${path}/userId`, 'member', userId)];
    return [];
  });
  if (faults.length > 0) throw new InvalidInput(faults);
  return requested.map(({ userId, name }) =>
    userId === undefined
      ? { userId: null, name: name! }
      : { userId: userId.toLowerCase(), name: names.get(userId.toLowerCase())! },
  );
}

/** Audits stay without a lead when a member leaves the organization. */
export async function clearLead(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, CLEAR_LEAD, [organizationId, userId]);
}

/** Who made an audit stays by the name of that time when the account is deleted. */
export async function forgetEvaluator(
  tx: EntityManager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await query(tx, FORGET_EVALUATOR, [organizationId, userId]);
}
