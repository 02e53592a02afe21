import type { Invitation } from './invitation.entity.js';

/** Whether an invitation is open: not answered yet, not expired, and not suspended. */
export const isOpenAt = (
  { status, expiresAt, suspendedBy }: Pick<Invitation, 'status' | 'expiresAt' | 'suspendedBy'>,
  now: Date,
): boolean => status === 'pending' && expiresAt > now && suspendedBy === null;

/** The same as a condition of SQL; `i` is the name of their table there. */
export const isOpen = (i: string): string =>
  `(${i}.status = 'pending' AND ${i}.expires_at > now() AND ${i}.suspended_by IS NULL)`;
