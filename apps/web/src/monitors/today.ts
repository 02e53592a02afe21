import { todayIn } from '../ui/day';

/** The time zone where the person is. */
export const timeZoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day where the person is. */
export const todayHere = (): string => todayIn(timeZoneHere());

/** All time zones, as what can be chosen. */
export const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
  value: zone,
  label: zone,
}));
