import type { z } from 'zod';
import { days, runDays } from './values.js';

/** The variables of how many days is kept what grows; 0 is for ever, but of what is deleted: not at all. */
export const RETENTION = {
  RETAIN_RUNS: runDays.default(0),
  RETAIN_EVENTS: days.default(0),
  RETAIN_ACCOUNT_EVENTS: days.default(400),
  RETAIN_DELETED: days.default(0),
  RETAIN_JOBS: days.default(30),
  RETAIN_MAIL: days.default(30),
};

/** How many days is kept what grows; 0 is for ever, but of what is deleted: not at all. */
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
