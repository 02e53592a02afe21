import { named } from '#libs/fields';

/** Lowest first. */
export const RATINGS = named('Rating', ['low', 'medium', 'high'], 'How much of it: `low`, `medium` or `high`.');
export type Rating = (typeof RATINGS)[number];
/** Lowest first. */
export const PRIORITIES = named('Priority', ['low', 'medium', 'high', 'critical'], 'How soon people want it done.');
export type Priority = (typeof PRIORITIES)[number];
