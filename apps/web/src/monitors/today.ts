import { now } from '../app/clock';
import { dayOf } from '../ui/day';

/** The day where the person is. */
export const todayHere = (): string => dayOf(new Date(now()).toISOString());

/** The time zone where the person is. */
export const timeZoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All time zones, as what can be chosen. */
export const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
  value: zone,
  label: zone,
}));
