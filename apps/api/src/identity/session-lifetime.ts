const DAY_MS = 24 * 60 * 60 * 1000;

/** A session is good for 7 days after its last use. */
export const SESSION_LIFETIME_MS = 7 * DAY_MS;

/** Use renews a session once a day, so that reads do not write. */
export const RENEW_AFTER_MS = DAY_MS;
