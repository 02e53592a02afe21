import { query } from '#libs/database';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import type { Message } from './messages.js';
import { scheduleDeliveries } from './schedule-deliveries.js';
import { DELIVERIES_THERE, HOLD_SEQUENCES, INSERT_DELIVERIES } from './webhooks.sql.js';

/** A message to one webhook. */
export interface NewDelivery extends Omit<Message, 'sequence'> {
  webhookId: string;
  /** Null: somebody asked for it. */
  eventId: string | null;
  part: number;
}

/**
 * Makes messages and queues their sending. Each gets the next number of its webhook, which is held until the
 * transaction ends: so the numbers have no gaps, and their order is that of commits. What was made before, or is to a
 * webhook that is gone, is left out. Answers the ids.
 */
export async function makeDeliveries(
  tx: EntityManager,
  organizationId: string,
  wanted: readonly NewDelivery[],
): Promise<string[]> {
  const webhookIds = [...new Set(wanted.map(({ webhookId }) => webhookId))];
  const held = await query(tx, HOLD_SEQUENCES, [organizationId, webhookIds]);
  const last = new Map(held.map(({ id, last }) => [id, last]));
  const eventIds = [...new Set(wanted.flatMap(({ eventId }) => eventId ?? []))];
  const there = await query(tx, DELIVERIES_THERE, [organizationId, webhookIds, eventIds]);
  const known = new Set(there.map(keyOf));
  const rows = wanted
    .filter((delivery) => last.has(delivery.webhookId) && !known.has(keyOf(delivery)))
    .map(({ webhookId, eventId, part, type, timestamp, data }) => {
      const sequence = last.get(webhookId)! + 1;
      last.set(webhookId, sequence);
      const payload = JSON.stringify({ type, timestamp, sequence, data } satisfies Message);
      return { id: newId(), webhookId, eventId, part, type, sequence, payload };
    });
  if (rows.length === 0) return [];
  const counters = [...last].map(([id, sequence]) => ({ id, sequence }));
  await query(tx, INSERT_DELIVERIES, [organizationId, JSON.stringify(rows), JSON.stringify(counters)]);
  const ids = rows.map(({ id }) => id);
  await scheduleDeliveries(tx, organizationId, ids);
  return ids;
}

const keyOf = ({ webhookId, eventId, type, part }: Pick<NewDelivery, 'webhookId' | 'eventId' | 'type' | 'part'>) =>
  `${webhookId} ${eventId} ${type} ${part}`;
