import { AsyncLocalStorage } from 'node:async_hooks';
import { currentRequest } from '#libs/logging';

/** Whether PostgreSQL keeps one plan of a prepared statement for all values, or may plan it for each: a value of `plan_cache_mode`. */
export type PlanMode = 'force_generic_plan' | 'auto';

const forValues = new AsyncLocalStorage<true>();

/** Lets PostgreSQL plan the statements of this work for their values. How long a search takes depends on its text. */
export const plannedForValues = <T>(work: () => Promise<T>): Promise<T> => forValues.run(true, work);

/**
 * How statements are planned at present. For those of requests, planning takes longer than running, and PostgreSQL by
 * itself plans many of them each time, because it expects a little less of such a plan. Jobs handle much data at once,
 * also where no statistics of it exist yet, so they are planned for their values.
 */
export const planModeNow = (): PlanMode =>
  currentRequest().id === null || forValues.getStore() ? 'auto' : 'force_generic_plan';
