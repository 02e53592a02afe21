import { FORMULA_VERSION, OVERDUE_AFTER_DAYS } from './grade.js';

/** SQL: whether the stored Grade `c` has outlived its letter. */
export const hasRunOut = (c: string): string => `${c}.valid_until <= now()`;

/** SQL: the same, or another formula has computed it; never null where there is a Grade. */
export const hasAged = (c: string): string =>
  `(coalesce(${hasRunOut(c)}, false) OR (${c}.grade ->> 'formulaVersion')::int <> ${FORMULA_VERSION})`;

/**
 * SQL: whether the dismissals of the counted findings `p` have expired since the stored Grade `c` was computed: they
 * are pending again, which changes the potential letter.
 */
export const expiredSince = (p: string, c: string): string =>
  `${p}.value > 0 AND ${p}.pending_from > ${computedAt(c)} AND ${p}.pending_from <= now()`;

/**
 * SQL: whether the counted findings `p` have become overdue since the stored Grade `c` was computed, which tells how
 * many are.
 */
const overdueSince = (p: string, c: string): string =>
  `${p}.value > 0 AND ${p}.waiting_day > ${overdueDay(computedAt(c))} AND ${p}.waiting_day <= ${overdueDay('now()')}`;

/**
 * SQL: whether findings of the product of the stored Grade `c` of the organization `$1` have come to count otherwise
 * since.
 */
export const hasOtherFindings = (c: string): string =>
  `(EXISTS (SELECT FROM pending_counts n WHERE n.organization_id = $1 AND n.product_id = ${c}.product_id AND ${expiredSince('n', c)})
          OR EXISTS (SELECT FROM pending_days n WHERE n.organization_id = $1 AND n.product_id = ${c}.product_id AND ${overdueSince('n', c)}))`;

const computedAt = (c: string): string => `(${c}.grade ->> 'computedAt')::timestamptz`;

const overdueDay = (moment: string): string => `(${moment} AT TIME ZONE 'UTC')::date - ${OVERDUE_AFTER_DAYS}`;
