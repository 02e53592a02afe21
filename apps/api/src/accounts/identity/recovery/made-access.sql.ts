import { sql, type Uuid } from '#libs/database';
import { networkHash, OWN_FOR_DAYS } from '../networks/account-network.sql.js';
import { type MadeAccess, SUSPECT_FOR_DAYS } from './made-access.js';

/** Keeps the session in which something is made until it is made: a recovery ends sessions first, and then sees it. */
export const LOCK_SESSION = sql<[id: Uuid]>('SELECT 1 FROM sessions WHERE id = $1 FOR KEY SHARE');

/** SQL: whether `s` is by what a person is in an organization: they were let in or raised lately. */
const isStandingOf = (s: string, person: string, organization: string): string =>
  `${s}.kind = 'member' AND ${s}.organization_id = ${organization} AND ${s}.details ->> 'userId' = ${person}::uuid::text
      AND ${s}.made_at > now() - interval '${SUSPECT_FOR_DAYS} days'`;

/**
 * Notes who has made something; of a record that was noted before, the last who did. With them it is noted who answers
 * for them: whoever let them into the organization, and as whom that one acted, so that those who came by a thief
 * cannot answer for each other.
 */
export const NOTE_MADE = sql<
  [
    id: Uuid,
    userId: Uuid,
    kind: string,
    recordId: Uuid,
    organizationId: Uuid | null,
    title: string,
    details: string,
    sessionId: Uuid | null,
    fresh: boolean,
    network: string | null,
  ]
>(`
  WITH standing AS (SELECT CASE WHEN by_another THEN s.answering_user_id ELSE s.user_id END AS user_id,
      CASE WHEN by_another THEN s.answering_session_id ELSE s.session_id END AS session_id,
      CASE WHEN by_another THEN s.answering_fresh ELSE s.fresh END AS fresh,
      CASE WHEN by_another THEN s.answering_network_hash ELSE s.network_hash END AS network_hash
    FROM made_access s CROSS JOIN LATERAL (SELECT s.answering_user_id IS NOT NULL AS by_another) b
    WHERE ${isStandingOf('s', '$2', '$5')})
  INSERT INTO made_access AS made (id, user_id, kind, record_id, organization_id, title, details, session_id, fresh,
    network_hash, made_at,
    answering_user_id, answering_session_id, answering_fresh, answering_network_hash)
  SELECT $1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, ${networkHash('$2::uuid', '$10')}, now(), s.user_id, s.session_id,
    s.fresh, s.network_hash
  FROM (SELECT) maker LEFT JOIN standing s ON true
  ON CONFLICT ON CONSTRAINT uq_made_access_record DO UPDATE SET user_id = excluded.user_id, title = excluded.title,
    details = CASE WHEN coalesce(made.answering_user_id, made.user_id) = coalesce(excluded.answering_user_id,
      excluded.user_id)
      THEN made.details || excluded.details ELSE excluded.details END,
    session_id = excluded.session_id, fresh = excluded.fresh, network_hash = excluded.network_hash,
      made_at = excluded.made_at,
    answering_user_id = excluded.answering_user_id, answering_session_id = excluded.answering_session_id,
    answering_fresh = excluded.answering_fresh, answering_network_hash = excluded.answering_network_hash,
    recovery_id = NULL, kept = false`);

/** Notes everybody between who made a record and who answers for them in the end. */
export const NOTE_ANSWERERS = sql<[kind: string, recordId: Uuid]>(`
  WITH made AS (SELECT id, user_id, organization_id FROM made_access WHERE kind = $1 AND record_id = $2),
  standing AS (SELECT s.* FROM made JOIN made_access s ON ${isStandingOf('s', 'made.user_id', 'made.organization_id')}),
  between AS (
    SELECT user_id, session_id, fresh, network_hash FROM standing
    UNION ALL SELECT a.user_id, a.session_id, a.fresh, a.network_hash FROM made_access_answerers a
      JOIN standing ON standing.id = a.made_id
  ), former AS (
    DELETE FROM made_access_answerers a USING made WHERE a.made_id = made.id AND a.user_id NOT IN (SELECT user_id
      FROM between))
  INSERT INTO made_access_answerers (made_id, user_id, session_id, fresh, network_hash)
  SELECT DISTINCT ON (b.user_id) made.id, b.user_id, b.session_id, b.fresh, b.network_hash FROM made
  CROSS JOIN between b
  WHERE b.user_id <> made.user_id ORDER BY b.user_id, b.fresh
  ON CONFLICT ON CONSTRAINT pk_made_access_answerers DO UPDATE SET session_id = excluded.session_id,
    fresh = excluded.fresh,
    network_hash = excluded.network_hash`);

/** Something else came of what was made: the same person answers for it. */
export const FOLLOW_MADE = sql<
  [kind: string, recordId: Uuid, toKind: string, toRecordId: Uuid, title: string, details: string]
>(`
  UPDATE made_access SET kind = $3, record_id = $4, title = $5, details = $6::jsonb WHERE kind = $1
    AND record_id = $2`);

/**
 * Notes members who came by something of this kind that was made lately in an organization: who made it answers for
 * them, as for it.
 */
export const NOTE_CAME = sql<[kind: string, organizationId: Uuid, came: string]>(`
  WITH way AS (
    SELECT * FROM made_access WHERE kind = $1 AND organization_id = $2 AND (recovery_id IS NULL OR kept)
      AND made_at > now() - interval '${SUSPECT_FOR_DAYS} days'
    ORDER BY made_at DESC, id LIMIT 1
  ), came AS (
    INSERT INTO made_access (id, user_id, kind, record_id, organization_id, title, details, session_id, fresh,
      network_hash, made_at, answering_user_id, answering_session_id, answering_fresh, answering_network_hash)
    SELECT given.id, way.user_id, 'member', given."memberId", $2, given.title,
      json_build_object('userId', given."userId", 'joined', true), way.session_id, way.fresh, way.network_hash, now(),
      way.answering_user_id, way.answering_session_id, way.answering_fresh, way.answering_network_hash
    FROM way, json_to_recordset($3::json) AS given(id uuid, "memberId" uuid, "userId" uuid, title text)
    ON CONFLICT ON CONSTRAINT uq_made_access_record DO NOTHING RETURNING id
  )
  INSERT INTO made_access_answerers (made_id, user_id, session_id, fresh, network_hash)
  SELECT came.id, a.user_id, a.session_id, a.fresh, a.network_hash
  FROM came, way JOIN made_access_answerers a ON a.made_id = way.id`);

export const FORGET_MADE = sql<[kind: string, recordIds: readonly Uuid[]]>(
  'DELETE FROM made_access WHERE kind = $1 AND record_id = ANY ($2::uuid[])',
);

export const FORGET_MADE_IN = sql<[organizationId: Uuid]>('DELETE FROM made_access WHERE organization_id = $1');

export const FORGET_MADE_ABOUT = sql<[kind: string, organizationId: Uuid, userIds: readonly Uuid[]]>(`
  DELETE FROM made_access WHERE kind = $1 AND organization_id = $2 AND details ->> 'userId' = ANY ($3::uuid[]::text[])`);

/** As the person `$1` has made it: themselves, or somebody for whom they answer. */
const COLUMNS = `m.id, m.kind, m.record_id AS "recordId", m.organization_id AS "organizationId", m.title, m.details,
  h.session_id AS "sessionId",
  h.fresh, EXISTS (SELECT FROM account_networks n WHERE n.user_id = $1 AND n.network_hash = h.network_hash
    AND n.last_signed_in_at > now() - interval '${OWN_FOR_DAYS} days') AS "ownNetwork", m.made_at AS "madeAt", m.kept`;
const MADE = `made_access m CROSS JOIN LATERAL (SELECT m.session_id, m.fresh, m.network_hash WHERE m.user_id = $1
  UNION ALL SELECT m.answering_session_id, m.answering_fresh, m.answering_network_hash WHERE m.answering_user_id = $1
    AND m.user_id <> $1
  UNION ALL SELECT a.session_id, a.fresh, a.network_hash FROM made_access_answerers a
    WHERE a.made_id = m.id AND a.user_id = $1 AND m.user_id <> $1 AND m.answering_user_id IS DISTINCT FROM $1) h`;

/**
 * What a person has made lately, or somebody for whom they answer, and is not suspended, oldest first: also what was
 * kept, since somebody else may have kept it.
 */
export const MADE_LATELY = sql<[userId: Uuid], MadeAccess>(`
  SELECT ${COLUMNS} FROM ${MADE}
  WHERE (m.user_id = $1 OR m.answering_user_id = $1 OR m.id IN (SELECT made_id FROM made_access_answerers
    WHERE user_id = $1))
    AND (m.recovery_id IS NULL OR m.kept)
    AND m.made_at > now() - interval '${SUSPECT_FOR_DAYS} days' ORDER BY m.made_at, m.id`);

/** What recoveries of a person have suspended, oldest first. */
export const SUSPENDED_BY = sql<[userId: Uuid, recoveryIds: readonly Uuid[]], MadeAccess & { recoveryId: Uuid }>(`
  SELECT ${COLUMNS}, m.recovery_id AS "recoveryId" FROM ${MADE}
  WHERE m.recovery_id = ANY ($2::uuid[]) ORDER BY m.made_at, m.id`);

/** The makings of who goes are those of whoever answers for them, and for those of others nobody answers any more. */
export const HAND_OVER_MADE = sql<[userId: Uuid]>(`
  UPDATE made_access SET user_id = CASE WHEN user_id = $1 THEN answering_user_id ELSE user_id END,
    session_id = CASE WHEN user_id = $1 THEN answering_session_id ELSE session_id END,
    fresh = CASE WHEN user_id = $1 THEN answering_fresh ELSE fresh END,
    network_hash = CASE WHEN user_id = $1 THEN answering_network_hash ELSE network_hash END,
    answering_user_id = NULL, answering_session_id = NULL, answering_fresh = NULL, answering_network_hash = NULL
  WHERE (user_id = $1 OR answering_user_id = $1) AND answering_user_id <> user_id`);

/** Members are plain ones now; who came of an invitation is there by it all the same. */
export const FORGET_RAISED = sql<[memberIds: readonly Uuid[]]>(`
  DELETE FROM made_access WHERE kind = 'member' AND record_id = ANY ($1::uuid[]) AND details ->> 'joined' IS DISTINCT FROM 'true'`);

/** Notes what is suspended, and what its kind must know to undo it. */
export const NOTE_SUSPENDED = sql<[recoveryId: Uuid, suspended: string]>(`
  UPDATE made_access m SET recovery_id = $1, kept = false, details = m.details || s.details
  FROM json_to_recordset($2::json) AS s(id uuid, details jsonb) WHERE m.id = s.id`);

/** Whoever keeps something answers for it from now on, by the session and the proof with which they do. */
export const NOTE_KEPT = sql<[ids: readonly Uuid[], userId: Uuid, sessionId: Uuid, network: string | null]>(`
  WITH kept AS (
    UPDATE made_access SET kept = true, user_id = $2, session_id = $3, fresh = true,
      network_hash = ${networkHash('$2::uuid', '$4')}, made_at = now(),
      answering_user_id = NULL, answering_session_id = NULL, answering_fresh = NULL, answering_network_hash = NULL
    WHERE id = ANY ($1::uuid[]) RETURNING id)
  DELETE FROM made_access_answerers WHERE made_id IN (SELECT id FROM kept)`);

export const NOTE_ENDED = sql<[ids: readonly Uuid[]]>('DELETE FROM made_access WHERE id = ANY ($1::uuid[])');

/** Deletes what is older than any session, unless it is suspended; and old recoveries. */
export const PURGE_MADE = sql<[]>(`
  DELETE FROM made_access WHERE made_at < now() - interval '${SUSPECT_FOR_DAYS} days'
    AND (recovery_id IS NULL OR kept)`);

export const PURGE_RECOVERIES = sql<[]>(`DELETE FROM recoveries WHERE ended_at < now() - interval '90 days'`);

/** For the personal data export. */
export const EXPORT_MADE = sql<[userId: Uuid], object>(`
  SELECT kind, organization_id AS "organizationId", title, encode(network_hash, 'hex') AS network, fresh,
    made_at AS "madeAt",
    recovery_id IS NOT NULL AND NOT kept AS suspended FROM made_access WHERE user_id = $1 ORDER BY made_at, id`);
