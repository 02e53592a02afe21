import { named } from '#libs/fields';

/** Lowest first. */
export const RATINGS = named('Rating', ['low', 'medium', 'high'], '`low`, `medium` or `high`.');
export type Rating = (typeof RATINGS)[number];
/** Lowest first. */
export const PRIORITIES = named('Priority', ['low', 'medium', 'high', 'critical'], 'The urgency.');
export type Priority = (typeof PRIORITIES)[number];
