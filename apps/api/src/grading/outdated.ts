/** SQL: whether the stored Grade `c` has outlived its letter. */
export const hasAged = (c: string): string => `${c}.valid_until <= now()`;

/**
 * SQL: whether the dismissals of the counted findings `p` have expired since the stored Grade `c` was computed: they are
 * pending again, which changes the potential letter.
 */
export const expiredSince = (p: string, c: string): string =>
  `${p}.value > 0 AND ${p}.pending_from > (${c}.grade ->> 'computedAt')::timestamptz AND ${p}.pending_from <= now()`;
