import { query } from '#libs/database';
import { momentOf } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { Event } from '../../platform/events/event.entity.js';
import { CursorInvalid } from '../../platform/lists/errors.js';
import type { Condition, RecordList } from '../../platform/lists/page-of.js';
import { conditionOf } from '../../platform/lists/page-of.js';
import { PositionGone } from './errors.js';
import { BEGINNING, PLACE, type Place } from './following.sql.js';

/**
 * The events of a list after one of them, or from the first, in the order in which their changes were committed. An
 * event that is committed later than one that was answered has a later position, so whoever goes on from the last one
 * misses none. Read it from the primary: a standby may not have the event to go on from.
 */
export async function eventsAfter(
  tx: EntityManager,
  list: RecordList,
  after: string | undefined,
  limit: number,
): Promise<Event[]> {
  const place = after === undefined ? undefined : await placeOf(tx, list.owner[1], after);
  const unplaced = place?.position ? [] : await read(tx, list, unplacedAfter(place), 'l.at, l.id', limit);
  if (unplaced.length === limit) return unplaced;
  const placed = placedAfter(place?.position ?? '0');
  return [...unplaced, ...(await read(tx, list, placed, 'l.position', limit - unplaced.length))];
}

const placedAfter =
  (position: string): Condition =>
  (bind) =>
    `l.position > ${bind(position)}::bigint`;

const unplacedAfter =
  (place: Place | undefined): Condition =>
  (bind) =>
    place
      ? `l.position IS NULL AND (l.at, l.id) > (${bind(place.at)}::timestamptz, ${bind(place.id)}::uuid)`
      : 'l.position IS NULL';

async function read(
  tx: EntityManager,
  list: RecordList,
  condition: Condition,
  order: string,
  limit: number,
): Promise<Event[]> {
  const of = tx.connection.getMetadata(Event);
  const { where, values } = conditionOf(of, { ...list, where: [...(list.where ?? []), condition] });
  const columns = of.columns.map(({ databaseName, propertyName }) => `l.${databaseName} AS "${propertyName}"`);
  return tx.query<Event[]>(
    `SELECT ${columns.join(', ')} FROM events l WHERE ${where} ORDER BY ${order} LIMIT ${limit}`,
    values,
  );
}

/**
 * @throws CursorInvalid; PositionGone where an event of that time may have been there, and those of that time are no
 *   longer kept
 */
async function placeOf(tx: EntityManager, organizationId: string, id: string): Promise<Place> {
  const moment = momentOf(id);
  if (moment === undefined) throw new CursorInvalid();
  const [place] = await query(tx, PLACE, [organizationId, id]);
  if (place) return place;
  const [beginning] = await query(tx, BEGINNING, [organizationId]);
  const { madeAt, firstAt } = beginning!;
  const mayHaveBeen = moment >= +madeAt && moment < +(firstAt ?? Infinity);
  throw mayHaveBeen ? new PositionGone() : new CursorInvalid();
}
