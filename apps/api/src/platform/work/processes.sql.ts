import { sql, type Uuid } from '#libs/database';

/** A process that has said lately that it runs. */
export interface LiveProcess {
  id: Uuid;
  version: string;
  kind: string;
  keyIds: string[];
  startedAt: Date;
}

/** Notes that a process runs; returns the key that all are to seal with. */
export const NOTE_PROCESS = sql<
  [id: Uuid, version: string, kind: string, keyIds: readonly string[]],
  { keyId: string | null }
>(`/* every 5 s */
  WITH noted AS (INSERT INTO processes (id, version, kind, key_ids) VALUES ($1, $2, $3, $4)
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at)
  SELECT key_id AS "keyId" FROM service_state`);

/** Three times as long as a process needs to be seen again. */
const LIVE = `seen_at > now() - interval '15 seconds'`;

export const LIVE_PROCESSES = sql<[], LiveProcess>(`
  SELECT id, version, kind, key_ids AS "keyIds", started_at AS "startedAt" FROM processes WHERE ${LIVE}
  ORDER BY started_at, id`);

/** Forgets a process that ends, and those that ended without a word. */
export const FORGET_PROCESS = sql<[id: Uuid]>(`
  DELETE FROM processes WHERE id = $1 OR seen_at < now() - interval '1 day'`);
