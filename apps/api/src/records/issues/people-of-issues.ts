import { query } from '#libs/database';
import { requireMember } from '../../accounts/organizations/members/require-member.js';
import { requireTeam } from '../../accounts/organizations/teams/require-team.js';
import type { EntityManager } from 'typeorm';
import { requireEach } from '#libs/errors';
import { bulkEvent } from '../../platform/events/event-draft.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import type { DueSetBy, Issue } from './issue.entity.js';
import { UNASSIGN, WATCH } from './issues.sql.js';

/** Who shall do an issue, and which team has it. */
export type PeopleOfIssue = Partial<Pick<Issue, 'assigneeId' | 'teamId'>>;

/**
 * That they are of the organization.
 * @param path where the request names them: a JSON pointer
 */
export async function requirePeople(
  tx: EntityManager,
  organizationId: string,
  { assigneeId, teamId }: PeopleOfIssue,
  path = '',
): Promise<void> {
  await requireEach(
    () => requireMember(tx, organizationId, assigneeId, `${path}/assigneeId`),
    () => requireTeam(tx, organizationId, teamId, `${path}/teamId`),
  );
}

/** A date that somebody sets is theirs, and nobody's once it is cleared. */
export const setByPerson = ({ dueAt }: Partial<Pick<Issue, 'dueAt'>>): { dueSetBy?: DueSetBy | null } =>
  dueAt === undefined ? {} : { dueSetBy: dueAt && 'person' };

/** Has people watch issues of an organization, each with one. Who does already goes on. */
export async function watchIssues(
  tx: EntityManager,
  organizationId: string,
  watches: readonly { userId: string; issueId: string }[],
): Promise<void> {
  if (watches.length === 0) return;
  const [userIds, issueIds] = [watches.map(({ userId }) => userId), watches.map(({ issueId }) => issueId)];
  await query(tx, WATCH, [organizationId, userIds, issueIds]);
}

/** Gives new issues, or ones that had somebody else, to people, who watch them from now on and are told. */
export async function assignIssues(
  change: ChangeContext,
  organizationId: string,
  assignments: readonly { userId: string; issueId: string }[],
): Promise<void> {
  if (assignments.length === 0) return;
  await watchIssues(change.tx, organizationId, assignments);
  change.tell({ kind: 'assigned', organizationId, assignments });
}

/**
 * Takes from who leaves what they had to do: one event for each product, with how many issues, and the ids of the
 * first.
 */
export async function unassignMember(
  change: ChangeContext,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  for (const { productId, count, ids } of await query(change.tx, UNASSIGN, [organizationId, userId])) {
    const issues = ids.map((id) => ({ id, productId }));
    const changes = [
      { field: 'assigneeId', from: userId, to: null },
      { field: 'count', from: null, to: count },
    ];
    change.record(bulkEvent('issue.bulk_updated', organizationId, `${count} issues`, issues, changes));
  }
}
