import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { Session } from './session.entity.js';
import { CLEAR_ORGANIZATION, CLEAR_TEAM, CLEAR_TEAMS } from './sessions.sql.js';

type ActiveOrganization = Pick<Session, 'id'>;

/** Makes an organization the active one of a session, or none; a team is active within its organization only. */
export async function activateOrganization(
  tx: EntityManager,
  { id }: ActiveOrganization,
  activeOrganizationId: string | null,
  activeTeamId: string | null = null,
): Promise<void> {
  await tx.update(Session, { id }, { activeOrganizationId, activeTeamId });
}

/** Makes a team of its active organization the active one of a session, or none. */
export async function activateTeam(
  tx: EntityManager,
  { id }: ActiveOrganization,
  activeTeamId: string | null,
): Promise<void> {
  await tx.update(Session, { id }, { activeTeamId });
}

/** An organization that a person has left is active in none of their sessions. */
export async function deactivateOrganization(
  tx: EntityManager,
  userId: string,
  activeOrganizationId: string,
): Promise<void> {
  await tx.update(Session, { userId, activeOrganizationId }, { activeOrganizationId: null, activeTeamId: null });
}

/** A team that a person has left is active in none of their sessions. */
export async function deactivateTeam(tx: EntityManager, userId: string, activeTeamId: string): Promise<void> {
  await tx.update(Session, { userId, activeTeamId }, { activeTeamId: null });
}

/** The same of several people, each with the team that they have left. */
export async function deactivateTeams(
  tx: EntityManager,
  userIds: readonly string[],
  teamIds: readonly string[],
): Promise<void> {
  await query(tx, CLEAR_TEAMS, [userIds, teamIds]);
}

/** Clears an organization that is about to be deleted from all sessions. */
export async function deactivateForAll(tx: EntityManager, activeOrganizationId: string): Promise<void> {
  await query(tx, CLEAR_ORGANIZATION, [activeOrganizationId]);
}

/** Clears a team that is about to be deleted from all sessions. */
export async function deactivateTeamForAll(tx: EntityManager, activeTeamId: string): Promise<void> {
  await query(tx, CLEAR_TEAM, [activeTeamId]);
}
