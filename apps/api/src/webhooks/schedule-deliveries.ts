import type { EntityManager } from 'typeorm';

/** The job that delivers a message; its payload is a `DeliveryJob`. */
export const DELIVER = 'deliver_webhook';

/** How the keys of these jobs begin; the id of the message follows. */
export const DELIVERY_KEY = 'delivery:';

export interface DeliveryJob {
  /** Absent in jobs from before messages were kept by organization. */
  organizationId?: string;
  deliveryId: string;
}

/** How many messages of one organization are sent concurrently, out of twenty per process. */
export const MAX_CONCURRENT = 8;
/** Longer backlogs are not distinguished. */
const LONGEST_BACKLOG = 1000;

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
  const due = await tx.query<object[]>(
    `SELECT d.id, d.webhook_id, d.next_attempt_at, (SELECT count(*) FROM (
       SELECT FROM webhook_deliveries w WHERE w.organization_id = $1 AND w.status = 'pending' LIMIT ${LONGEST_BACKLOG}) AS waiting) AS waiting
     FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[])`,
    [organizationId, [...deliveryIds]],
  );
  await tx.query(
    `SELECT graphile_worker.add_job($1, json_build_object('organizationId', $2::uuid, 'deliveryId', due.id), queue_name => 'webhook:' || due.webhook_id,
       run_at => greatest(due.next_attempt_at, $3), max_attempts => 25, job_key => '${DELIVERY_KEY}' || due.id,
       priority => (due.waiting / ${MAX_CONCURRENT})::int)
     FROM json_to_recordset($4::json) AS due(id uuid, webhook_id uuid, next_attempt_at timestamptz, waiting bigint) ORDER BY due.id`,
    [DELIVER, organizationId, notBefore, JSON.stringify(due)],
  );
}
