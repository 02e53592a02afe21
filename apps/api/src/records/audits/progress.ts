import type { AuditStatus } from './audit.entity.js';

/** The progress of an audit. */
export interface Progress {
  status: AuditStatus;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** A new audit: started now, and completed now where it is recorded as such. */
export function startProgress(status: AuditStatus, now: Date): Progress {
  return { status, startedAt: now, completedAt: status === 'completed' ? now : null };
}

/**
 * Applies a change to the progress of an audit: completing sets `completedAt` if unset, starting sets `startedAt` if
 * unset, and reopening clears `completedAt`; timestamps in the change take precedence.
 */
export function updateProgress(before: Progress, change: Partial<Progress>, now: Date): Progress {
  const after: Progress = { ...before, ...change };
  if (change.status === 'completed') after.completedAt ??= now;
  if (change.status === 'in_progress') {
    after.startedAt ??= now;
    if (before.status === 'completed' && change.completedAt === undefined) after.completedAt = null;
  }
  return after;
}
