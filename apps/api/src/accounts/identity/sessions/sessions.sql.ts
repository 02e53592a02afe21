import { sql, type Uuid } from '#libs/database';

/** Makes a session good until then. */
export const PROLONG = sql<[id: Uuid, until: Date]>(
  'UPDATE sessions SET expires_at = $2, updated_at = now() WHERE id = $1',
);

/** Notes where in the log this session has just written. */
export const NOTE_WRITE = sql<[id: Uuid]>('UPDATE sessions SET written_to = pg_current_wal_insert_lsn() WHERE id = $1');

/** Clears an organization that is about to be deleted from all sessions. */
export const CLEAR_ORGANIZATION = sql<[activeOrganizationId: Uuid]>(`
  UPDATE sessions SET active_organization_id = NULL, active_team_id = NULL WHERE active_organization_id = $1`);

/** Clears a team that is about to be deleted from all sessions. */
export const CLEAR_TEAM = sql<[activeTeamId: Uuid]>(
  'UPDATE sessions SET active_team_id = NULL WHERE active_team_id = $1',
);

/** Clears teams that people have left from their sessions: each one's own. */
export const CLEAR_TEAMS = sql<[userIds: readonly Uuid[], teamIds: readonly Uuid[]]>(`
  UPDATE sessions s SET active_team_id = NULL FROM unnest($1::uuid[], $2::uuid[]) AS l(user_id, team_id)
  WHERE s.user_id = l.user_id AND s.active_team_id = l.team_id`);

/** Ends the sessions of a person that began by the provider of an organization. */
export const END_BY_PROVIDER = sql<[organizationId: Uuid, userId: Uuid]>(
  'DELETE FROM sessions WHERE provider_organization_id = $1 AND user_id = $2',
);

/** Ends one of a person's own sessions. */
export const END_OWN = sql<[userId: Uuid, handle: string]>('DELETE FROM sessions WHERE user_id = $1 AND id::text = $2');

/** Ends a session of whatever person; returns the person. */
export const END = sql<[id: Uuid], { id: string; name: string }>(
  'DELETE FROM sessions s USING users u WHERE s.id = $1 AND u.id = s.user_id RETURNING u.id, u.name',
);

/** Ends the sessions of a person but the newest. */
export const END_OLDEST = sql<[userId: Uuid, kept: number]>(`
  DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE user_id = $1 ORDER BY expires_at > now() DESC, created_at DESC, id DESC OFFSET $2)`);

/** Ends the sessions that began by the provider of an organization, but one. */
export const END_OF_PROVIDER = sql<[organizationId: Uuid, except: Uuid | null]>(
  'DELETE FROM sessions WHERE provider_organization_id = $1 AND id IS DISTINCT FROM $2::uuid',
);

/** What is left of them counts as begun otherwise. */
export const FORGET_PROVIDER = sql<[organizationId: Uuid]>(
  'UPDATE sessions SET provider_organization_id = NULL WHERE provider_organization_id = $1',
);

/** Notes by which organization's provider a session is known, and when that asked who is there. */
export const MARK_PROVIDED = sql<[id: Uuid, organizationId: Uuid, at: Date | null, isManaged: boolean]>(`
  UPDATE sessions SET provider_organization_id = $2, provider_proved_at = $3,
    proved_at = CASE WHEN $4 THEN $3::timestamptz ELSE proved_at END WHERE id = $1`);
