import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { ADD_JOBS, DUE } from './webhooks.sql.js';

/** The job that delivers a message; its payload is a `DeliveryJob`. */
export const DELIVER = 'deliver_webhook';

export interface DeliveryJob {
  /** Absent in jobs from before messages were kept by organization. */
  organizationId?: string;
  deliveryId: string;
}

/**
 * Queues the sending of pending messages of one organization. Those of organizations with a long backlog get a lower
 * priority.
 */
export async function scheduleDeliveries(
  tx: EntityManager,
  organizationId: string,
  deliveryIds: readonly string[],
  notBefore = new Date(0),
): Promise<void> {
  if (deliveryIds.length === 0) return;
  const due = await query(tx, DUE, [organizationId, deliveryIds]);
  await query(tx, ADD_JOBS, [DELIVER, organizationId, notBefore, JSON.stringify(due)]);
}
