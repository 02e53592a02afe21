import { DAY_MS, HOUR_MS } from '#libs/dates';

/** How many mails of one kind a recipient may get, and how many of them one network may request. */
interface Quota {
  hour: number;
  day: number;
  networkHour: number;
  networkDay: number;
}

/** Derives the quota from the mails per hour: for 5 these are 20 a day, and 3 and 8 for one network. */
export function quotaOf(perHour: number): Quota {
  const share = (of: number) => Math.max(1, Math.floor(of));
  return {
    hour: perHour,
    day: 4 * perHour,
    networkHour: share(perHour * 0.6),
    networkDay: share(perHour * 1.6),
  };
}

/** A mail of the same kind to the same recipient, sent or scheduled. */
export interface RecentMail {
  dueAt: Date;
  network: string | null;
}

/** How many mails of an hour are for networks of the recipient's own. */
const RESERVED = 1;

const within = (recent: readonly RecentMail[], now: number, time: number): RecentMail[] =>
  recent.filter(({ dueAt }) => dueAt.getTime() > now - time);

/**
 * Whether one more mail may be sent now. The first of an hour always may, so that nobody can block a recipient's mails
 * for longer than an hour by using up the daily quota. The last of an hour is for a network that is the recipient's own
 * (`isOwn`), so that no others together can use up the hour.
 */
export function maySendNow(
  recent: readonly RecentMail[],
  { network, isOwn }: { network: string | null; isOwn: boolean },
  quota: Quota,
  now: number,
): boolean {
  const hour = within(recent, now, HOUR_MS);
  if (hour.length === 0) return true;
  const day = within(recent, now, DAY_MS);
  const own = (of: readonly RecentMail[]) => of.filter((one) => network !== null && one.network === network).length;
  return (
    hour.length < quota.hour - (isOwn ? 0 : RESERVED) &&
    day.length < quota.day &&
    own(hour) < quota.networkHour &&
    own(day) < quota.networkDay
  );
}

/**
 * The first moment, at `now` or later, when one more mail is within the hourly and daily limits; milliseconds since
 * 1970.
 */
export function nextSendTime(
  recent: readonly Pick<RecentMail, 'dueAt'>[],
  { hour, day }: Pick<Quota, 'hour' | 'day'>,
  now: number,
): number {
  const latestFirst = recent.map(({ dueAt }) => dueAt.getTime()).sort((a, b) => b - a);
  const after = (nth: number, time: number) => (latestFirst.length < nth ? now : latestFirst[nth - 1]! + time);
  return Math.max(now, after(hour, HOUR_MS), after(day, DAY_MS));
}
