import { DAY_MS } from '#libs/dates';
import type { Session } from './session.entity.js';

/** A session is good for 7 days after its last use. */
export const SESSION_LIFETIME_MS = 7 * DAY_MS;

/** One that is not to be remembered ends after a day, however it is used: who shares a browser may forget to sign out. */
const UNREMEMBERED_LIFETIME_MS = DAY_MS;

/** No session lives longer, however it is used. */
const MAX_LIFETIME_MS = 30 * DAY_MS;

/** How long a session is young enough for what is grave. */
const FRESH_MS = 10 * 60 * 1000;

/** Whether the person signed in only just now. */
export const isFresh = ({ createdAt }: Pick<Session, 'createdAt'>, now: number): boolean =>
  now - createdAt.getTime() < FRESH_MS;

/** Until when a session is good that the person who signed in at `createdAt` gets at `now`. */
export function expiryOf(remembered: boolean, createdAt: Date, now: number): Date {
  const signedIn = createdAt.getTime();
  if (!remembered) return new Date(signedIn + UNREMEMBERED_LIFETIME_MS);
  return new Date(Math.min(now + SESSION_LIFETIME_MS, signedIn + MAX_LIFETIME_MS));
}

/** Until when use prolongs this session at `now`; undefined where it does not: at most once a day, so that reads do not write. */
export function renewedExpiry({ remembered, expiresAt, createdAt }: Session, now: number): Date | undefined {
  if (!remembered) return undefined;
  const until = expiryOf(remembered, createdAt, now);
  return until.getTime() - expiresAt.getTime() > DAY_MS ? until : undefined;
}
