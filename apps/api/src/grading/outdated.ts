import { isDismissalExpired } from '../findings/lifecycle.js';

/** SQL: whether the stored Grade `c` has outlived its letter. */
export const hasAged = (c: string): string => `${c}.valid_until <= now()`;

/**
 * SQL: whether the dismissal of finding `f` has expired since the stored Grade `c` was computed: the finding is pending
 * again, which changes the potential letter.
 */
export const expiredSince = (f: string, c: string): string =>
  `${isDismissalExpired(f)} AND ${f}.dismissed_until > (${c}.grade ->> 'computedAt')::timestamptz`;
