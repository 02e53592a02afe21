import { requireBelowLimit, type RecordLimits } from '#libs/config';

/**
 * Refuses a sample or a scope with which an audit could have more outcomes than it may.
 * @throws LimitReached
 */
export const requireRoomForOutcomes = (
  limits: RecordLimits,
  { requirements, entries }: { requirements: number; entries: number },
): void => requireBelowLimit(limits, 'outcomes', 0, requirements * Math.max(1, entries));
