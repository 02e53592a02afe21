import { sql, type Uuid } from '#libs/database';

/**
 * Takes so many positions for events of an organization and answers the last. Until the unit ends no other gets any, so
 * they have the order of commits, on standbys too. It is the last but one statement of a unit.
 */
export const TAKE_POSITIONS = sql<[organizationId: Uuid, count: number], { last: string }>(`
  INSERT INTO event_counters AS c (organization_id, last) VALUES ($1, $2)
  ON CONFLICT (organization_id) DO UPDATE SET last = c.last + excluded.last RETURNING last`);

/** Takes the name and other personal data of a deleted account from what it did to accounts. */
export const ERASE_ACTOR_OF_ACCOUNTS = sql<[userId: Uuid, name: string]>(`
  UPDATE account_events SET actor_name = $2, address = NULL, user_agent = NULL WHERE actor_kind = 'user'
    AND actor_id = $1`);

/** The same from what was done to it. */
export const ERASE_ACCOUNT = sql<[accountId: Uuid]>(`
  UPDATE account_events SET subject_title = NULL, changes = '[]', address = NULL, user_agent = NULL
  WHERE account_id = $1`);

/** Takes the name and other personal data of a person from what they did in an organization. */
export const ERASE_ACTOR = sql<[organizationId: Uuid, userId: Uuid, name: string]>(`
  UPDATE events SET actor_name = $3, address = NULL, user_agent = NULL
  WHERE organization_id = $1 AND actor_kind = 'user' AND actor_id = $2`);

/** The same from what was done to their memberships. */
export const ERASE_MEMBERSHIPS = sql<[organizationId: Uuid, memberIds: readonly Uuid[]]>(`
  UPDATE events SET subject_title = NULL, changes = '[]'
  WHERE organization_id = $1 AND subject_kind = 'member' AND subject_id = ANY ($2::uuid[])`);

/** The same from what a deleted organization keeps of their account. */
export const ERASE_KEPT = sql<[organizationId: Uuid, accountId: Uuid]>(`
  UPDATE events SET subject_title = NULL, changes = '[]', address = NULL, user_agent = NULL
  WHERE organization_id = $1 AND account_id = $2 AND kept_until IS NOT NULL`);

/** Takes addresses from what the events of an organization say of invitations to them. */
export const ERASE_ADDRESSES = sql<[organizationId: Uuid, addresses: readonly string[]]>(`
  UPDATE events SET subject_title = NULL
  WHERE organization_id = $1 AND subject_kind = 'invitation' AND subject_title = ANY ($2::text[])`);

/** Deletes the events of a deleted organization but for those of some kinds, which are kept for 400 days. */
export const ERASE_ORGANIZATION = sql<[organizationId: Uuid, keptKinds: readonly string[]]>(`
  WITH kept AS (
    UPDATE events SET kept_until = now() + interval '400 days' WHERE organization_id = $1
      AND subject_kind = ANY ($2::text[])
  )
  DELETE FROM events WHERE organization_id = $1 AND subject_kind <> ALL ($2::text[])`);

/** What a deleted organization did to accounts is kept for 400 days, without its name. */
export const ERASE_ORGANIZATION_OF_ACCOUNTS = sql<[organizationId: Uuid]>(`
  UPDATE account_events SET organization_id = NULL, kept_until = now() + interval '400 days'
  WHERE organization_id = $1`);

export const DELETE_EXPIRED = sql<[]>(
  '/* all organizations: forget_security_events */ DELETE FROM events WHERE kept_until <= now()',
);

export const DELETE_EXPIRED_OF_ACCOUNTS = sql<[]>('DELETE FROM account_events WHERE kept_until <= now()');

/** Those of these events that are written. */
export const KNOWN = sql<[organizationId: Uuid, ids: readonly Uuid[]]>(
  'SELECT 1 FROM events WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
);

/**
 * The first position that stays where events of before a moment go, in the order in which they are followed: none is
 * taken from between others. Events without a position come before all, so while a younger one is there only these go.
 */
export const FIRST_TO_STAY = sql<[organizationId: Uuid, before: Date], { position: string }>(`
  SELECT CASE WHEN bool_or(position IS NULL) THEN '0'
    ELSE coalesce(min(position), 9223372036854775807)::text END AS position
  FROM events WHERE organization_id = $1 AND at >= $2 AND kept_until IS NULL`);

const OLD = `e.organization_id = $1 AND e.kept_until IS NULL AND (e.position < $3::bigint OR e.position IS NULL
  AND e.at < $2)`;

export const COUNT_OLD_EVENTS = sql<[organizationId: Uuid, before: Date, position: string], { count: number }>(
  `SELECT count(*)::int AS count FROM events e WHERE ${OLD}`,
);

export const DELETE_OLD_EVENTS = sql<[organizationId: Uuid, before: Date, position: string, atMost: number]>(`
  DELETE FROM events WHERE organization_id = $1
    AND id IN (SELECT e.id FROM events e WHERE ${OLD} ORDER BY e.position NULLS FIRST, e.at LIMIT $4)`);

export const COUNT_OLD_ACCOUNT_EVENTS = sql<[before: Date], { count: number }>(
  'SELECT count(*)::int AS count FROM account_events WHERE at < $1',
);

export const DELETE_OLD_ACCOUNT_EVENTS = sql<[before: Date, atMost: number]>(
  'DELETE FROM account_events WHERE id IN (SELECT id FROM account_events WHERE at < $1 ORDER BY at LIMIT $2)',
);
