import { DAY_MS, MINUTE_MS } from '#libs/dates';
import type { Session } from './session.entity.js';

/** A session is valid for 7 days after its last use. */
export const SESSION_LIFETIME_MS = 7 * DAY_MS;

/**
 * Without "remember me" a session ends after a day, even if it is used: people who share a browser may forget to sign
 * out.
 */
const UNREMEMBERED_LIFETIME_MS = DAY_MS;

/** The maximum lifetime of a session, even if it is used. */
const MAX_LIFETIME_MS = 30 * DAY_MS;

/** How long a session counts as fresh after a proof, as sensitive actions require. */
export const FRESH_MS = 10 * MINUTE_MS;

/** Whether the person proved only just now who they are. */
export const isFresh = ({ provedAt }: Pick<Session, 'provedAt'>, now: number): boolean =>
  provedAt !== null && now - provedAt.getTime() < FRESH_MS;

/** The expiry at `now` of a session that was started by a sign-in at `createdAt`. */
export function expiryOf(remembered: boolean, createdAt: Date, now: number): Date {
  const signedIn = createdAt.getTime();
  if (!remembered) return new Date(signedIn + UNREMEMBERED_LIFETIME_MS);
  return new Date(Math.min(now + SESSION_LIFETIME_MS, signedIn + MAX_LIFETIME_MS));
}

/**
 * The new expiry if use at `now` prolongs this session, else undefined: at most once a day, so that reads rarely write.
 */
export function renewedExpiry({ remembered, expiresAt, createdAt }: Session, now: number): Date | undefined {
  if (!remembered) return undefined;
  const until = expiryOf(remembered, createdAt, now);
  return until.getTime() - expiresAt.getTime() > DAY_MS ? until : undefined;
}
