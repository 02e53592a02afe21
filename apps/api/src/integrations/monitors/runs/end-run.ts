import { query } from '#libs/database';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import type { Monitor } from '../monitor.entity.js';
import { COUNT_FAILURES } from '../monitors.sql.js';
import { subjectOfMonitor } from '../subject-of-monitor.js';
import { type MonitorRun, REPORT_FAILED, type RunState, UNDER_WAY } from './run.entity.js';
import { FORGET_FINDINGS, FORGET_RUNS, MOVE_RUN } from './runs.sql.js';

/** After so many runs that have failed one after the other people are told that the monitor fails. */
const FAILING_AFTER = 3;

type EndedRun = Pick<MonitorRun, 'organizationId' | 'id'>;

/**
 * Ends a run that was under way, or was given up before it was reported, with its event, and counts whether it has failed. Answers
 * false where it had ended before.
 */
export async function endRun(
  change: ChangeContext,
  { organizationId, id }: EndedRun,
  monitor: Monitor,
  { state, reason = null, message = null }: { state: RunState; reason?: string | null; message?: string | null },
  from: readonly RunState[] = UNDER_WAY,
): Promise<boolean> {
  const { tx } = change;
  const moved = await query(tx, MOVE_RUN, [organizationId, id, from, state, reason, message, true]);
  if (moved.length === 0) return false;
  const hasFailed = state === 'failed';
  const [counted] = await query(tx, COUNT_FAILURES, [organizationId, monitor.id, hasFailed]);
  if (reason !== REPORT_FAILED) await query(tx, FORGET_FINDINGS, [organizationId, id]);
  await query(tx, FORGET_RUNS, [organizationId, monitor.id]);
  const changes = Object.entries({ runId: id, state, ...(reason && { reason }) }).map(([field, to]) => ({
    field,
    from: null,
    to,
  }));
  const subject = subjectOfMonitor(monitor);
  change.record({ ...subject, type: 'monitor.run_finished', changes });
  if (hasFailed && counted?.failures === FAILING_AFTER) {
    change.record({ ...subject, type: 'monitor.failing', changes });
    const { productId, number, name } = monitor;
    const noticeSubject = { id: monitor.id, number, title: name };
    change.tell({ kind: 'monitor_failing', organizationId, productId, subject: noticeSubject });
  }
  return true;
}

/** The same of a run that has failed. */
export const endFailedRun = (
  change: ChangeContext,
  run: EndedRun,
  monitor: Monitor,
  why: { reason: string; message?: string | null },
): Promise<boolean> => endRun(change, run, monitor, { state: 'failed', ...why });
