import { query } from '#libs/database';
import type { Role } from '../../../platform/http/policy.js';
import { forgetMadeAboutEach, forgetRaised } from '../../identity/recovery/note-made.js';
import { deactivateTeams } from '../../identity/sessions/active-organization.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { cancelAllOf } from '../invitations/cancel-ungrantable.js';
import { LOST_MEMBERSHIP } from '../made-kinds.js';
import { SET_STANDINGS } from './members.sql.js';

/** What a member is, as the provider of the organization says. */
export interface ProvidedStanding {
  memberId: string;
  userId: string;
  /** Of the person. */
  name: string;
  role: Role;
  teamId: string | null;
  /** Whether a group gives the role, so that nobody changes it by hand. */
  roleProvisioned: boolean;
  before: { role: Role; teamId: string | null };
}

/**
 * Gives members the roles and teams that groups of the provider give, in a number of statements that does not depend
 * on theirs. Owners stay owners. Call with the organization locked.
 */
export async function setProvidedStandings(
  change: ChangeContext,
  organizationId: string,
  standings: readonly ProvidedStanding[],
): Promise<void> {
  const { tx } = change;
  await query(tx, SET_STANDINGS, [
    organizationId,
    standings.map(({ memberId }) => memberId),
    standings.map(({ role }) => role),
    standings.map(({ teamId }) => teamId),
    standings.map(({ roleProvisioned }) => roleProvisioned),
  ]);
  const lowered = standings.filter(({ role, before }) => role === 'member' && before.role !== 'member');
  if (lowered.length > 0) {
    const userIds = lowered.map(({ userId }) => userId);
    // What somebody else decides counts from then on.
    await forgetMadeAboutEach(tx, LOST_MEMBERSHIP, organizationId, userIds);
    await forgetRaised(tx, ...lowered.map(({ memberId }) => memberId));
    await cancelAllOf(change, organizationId, userIds);
  }
  const moved = standings.filter(({ teamId, before }) => before.teamId !== null && before.teamId !== teamId);
  if (moved.length > 0)
    await deactivateTeams(
      tx,
      moved.map(({ userId }) => userId),
      moved.map(({ before }) => before.teamId!),
    );
  for (const { memberId: id, name: title, role, teamId, before } of standings) {
    const changes = [
      ...(role === before.role ? [] : [{ field: 'role', from: before.role, to: role }]),
      ...(teamId === before.teamId ? [] : [{ field: 'teamId', from: before.teamId, to: teamId }]),
    ];
    if (changes.length > 0)
      change.record({ organizationId, type: 'member.role_updated', subject: { id, title }, changes });
  }
}
