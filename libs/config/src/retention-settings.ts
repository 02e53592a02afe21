import type { z } from 'zod';
import { days, runDays } from './values.js';

/** Days to keep data that grows. 0 means for ever; for `RETAIN_DELETED` it means to delete at once. */
export const RETENTION = {
  RETAIN_RUNS: runDays.default(0),
  RETAIN_EVENTS: days.default(0),
  RETAIN_ACCOUNT_EVENTS: days.default(400),
  RETAIN_DELETED: days.default(0),
  RETAIN_JOBS: days.default(30),
  RETAIN_MAIL: days.default(30),
};

/** Days to keep data that grows. 0 means for ever; for `deleted` it means to delete at once. */
export interface RetentionSettings {
  retain: { runs: number; events: number; accountEvents: number; deleted: number; jobs: number; mail: number };
}

/** What the variables say. */
export const retentionOf = (env: z.infer<z.ZodObject<typeof RETENTION>>): RetentionSettings => ({
  retain: {
    runs: env.RETAIN_RUNS,
    events: env.RETAIN_EVENTS,
    accountEvents: env.RETAIN_ACCOUNT_EVENTS,
    deleted: env.RETAIN_DELETED,
    jobs: env.RETAIN_JOBS,
    mail: env.RETAIN_MAIL,
  },
});
