import type { Session } from './session.entity.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A session is good for 7 days after its last use. */
export const SESSION_LIFETIME_MS = 7 * DAY_MS;

/** One that is not to be remembered ends after a day, however it is used: who shares a browser may forget to sign out. */
export const UNREMEMBERED_LIFETIME_MS = DAY_MS;

/** Whether use renews this session at `now`: once a day, so that reads do not write. */
export const isDueForRenewal = ({ remembered, expiresAt }: Session, now: number): boolean =>
  remembered && expiresAt.getTime() - now < SESSION_LIFETIME_MS - DAY_MS;
