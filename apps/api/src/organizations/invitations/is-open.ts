import type { Invitation } from './invitation.entity.js';

/** Whether an invitation is open: not answered yet, and not expired. */
export const isOpenAt = ({ status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>, now: Date): boolean =>
  status === 'pending' && expiresAt > now;

/** The same as a condition of SQL; `i` is the name of their table there. */
export const isOpen = (i: string): string => `(${i}.status = 'pending' AND ${i}.expires_at > now())`;
