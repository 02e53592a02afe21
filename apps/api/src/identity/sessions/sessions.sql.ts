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
