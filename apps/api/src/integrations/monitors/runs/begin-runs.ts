import { query } from '#libs/database';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { QUEUE_RUNS } from '../agents/agents.sql.js';
import type { Monitor } from '../monitor.entity.js';
import type { RunTrigger } from './run.entity.js';
import { BEGIN_RUNS } from './runs.sql.js';

/** Begins a run of each of these monitors of an organization, but for those that have one under way; answers the ids of the runs by those of their monitors. */
export async function beginRuns(
  tx: EntityManager,
  organizationId: string,
  monitors: readonly Pick<Monitor, 'id' | 'labels'>[],
  trigger: RunTrigger,
): Promise<Map<string, string>> {
  const wanted = monitors.map(({ id }) => ({ id: newId(), monitorId: id }));
  const begun = await query(tx, BEGIN_RUNS, [organizationId, JSON.stringify(wanted), trigger]);
  const runs = new Map(begun.map(({ id, monitorId }) => [monitorId, id]));
  const queued = monitors.flatMap(({ id, labels }) => (runs.has(id) ? [{ id: runs.get(id), labels }] : []));
  if (queued.length > 0) await query(tx, QUEUE_RUNS, [organizationId, JSON.stringify(queued)]);
  return runs;
}
