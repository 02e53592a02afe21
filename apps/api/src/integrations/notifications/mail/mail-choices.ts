import { HOUR_MS } from '#libs/dates';
import { named } from '#libs/fields';
import type { NotificationKind } from '../notification-kinds.js';

/** When something is mailed. */
export const MAIL_CHOICES = named(
  'MailChoice',
  ['now', 'daily', 'weekly', 'never'],
  'The email frequency: at once, daily, weekly on Mondays, or never.',
);
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** What holds where a person has chosen nothing. An invitation has a mail of its own. */
const USUAL_CHOICES: Readonly<Record<NotificationKind, MailChoice>> = {
  mentioned: 'now',
  commented: 'daily',
  assigned: 'now',
  due_soon: 'daily',
  overdue: 'daily',
  grade_dropped: 'daily',
  regressed: 'now',
  review_waiting: 'weekly',
  audit_due: 'weekly',
  invited: 'never',
  connection_failing: 'now',
  monitor_failing: 'daily',
  certificate_ending: 'now',
};

/** When a kind is mailed to who has chosen so. */
export const choiceOf = (choices: Readonly<Record<string, string>>, kind: NotificationKind): MailChoice =>
  (Object.hasOwn(choices, kind) ? choices[kind] : USUAL_CHOICES[kind]) as MailChoice;

/**
 * The moment at which something is mailed; null: never. A time zone may skip the hour on a day on which it changes its
 * clocks: then it is the next one.
 */
export function mailMoment(choice: MailChoice, hour: number, timeZone: string, now: Date): Date | null {
  if (choice === 'never') return null;
  if (choice === 'now') return now;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23', weekday: 'short' });
  const first = Math.floor(now.getTime() / HOUR_MS) + 1;
  for (let ahead = 0; ahead <= 16 * 24; ahead += 1) {
    const moment = new Date((first + ahead) * HOUR_MS);
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    const isDay = choice === 'daily' || parts.get('weekday') === 'Mon';
    if (isDay && Number(parts.get('hour')) === hour) return moment;
  }
  throw new Error(`no hour ${hour} in ${timeZone}`);
}
