import { sql, type Uuid, variants } from '#libs/database';
import { NIL_ID } from '#libs/ids';
import type { RecordedEvent } from '../../platform/events/recorded-event.entity.js';

/** An event as JSON has it. */
type EventJson = Omit<RecordedEvent, 'at' | 'accountId' | 'address' | 'userAgent' | 'keptUntil'> & {
  id: Uuid;
  productId: Uuid | null;
};

/** A comment, of which only the id is told, or an event. */
export interface EntryRow {
  id: Uuid;
  at: Date;
  /** As PostgreSQL writes it. */
  atText: string;
  event: EventJson | null;
}

const EVENT = `jsonb_build_object('id', e.id, 'productId', e.product_id, 'actorKind', e.actor_kind, 'actorId', e.actor_id,
  'actorName', e.actor_name, 'type', e.type, 'subjectKind', e.subject_kind, 'subjectId', e.subject_id,
  'subjectNumber', e.subject_number, 'subjectTitle', e.subject_title, 'changes', e.changes, 'requestId', e.request_id)`;

const directionOf = (order: string): string => (order === 'asc' ? 'ASC' : 'DESC');

/** Whether an entry follows the one that is given, or the edge where none is. */
const isBehind = (entry: string, order: string): string =>
  order === 'asc'
    ? `${entry} > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '${NIL_ID}'))`
    : `${entry} < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`;

const commentsIn = (order: string): string => `(SELECT c.id, c.created_at AS at, NULL::jsonb AS event FROM comments c
    WHERE c.organization_id = $1 AND c.record_id = $2 AND ${isBehind('(c.created_at, c.id)', order)}
    ORDER BY c.created_at ${directionOf(order)}, c.id ${directionOf(order)} LIMIT $5::int + $6::int)`;

const eventsIn = (order: string): string => `(SELECT e.id, e.at, ${EVENT} AS event FROM events e
    WHERE e.organization_id = $1 AND e.subject_id = $2 AND ${isBehind('(e.at, e.id)', order)}
    ORDER BY e.at ${directionOf(order)}, e.id ${directionOf(order)} LIMIT $5::int + $6::int)`;

/** Comments on a record and its events in the order of their moments, behind one of them; null: from the first. */
export const TIMELINE = variants<
  [organizationId: Uuid, recordId: Uuid, behindAt: string | null, behindId: Uuid | null, limit: number, offset: number],
  EntryRow,
  { order: 'asc' | 'desc'; withEvents: boolean }
>(
  { order: ['asc', 'desc'], withEvents: [true, false] },
  ({ order, withEvents }) => `
  SELECT id, at, at::text AS "atText", event FROM (
    ${commentsIn(order)}${withEvents ? ` UNION ALL ${eventsIn(order)}` : ''}) entries
  ORDER BY entries.at ${directionOf(order)}, entries.id ${directionOf(order)} LIMIT $5::int OFFSET $6::int`,
);

/** How many entries a timeline has, with its events and without. */
export const COUNT_TIMELINE = sql<[organizationId: Uuid, recordId: Uuid], { comments: number; events: number }>(`
  SELECT (SELECT count(*) FROM comments c WHERE c.organization_id = $1 AND c.record_id = $2)::int AS comments,
    (SELECT count(*) FROM events e WHERE e.organization_id = $1 AND e.subject_id = $2)::int AS events`);
