import { clock } from '#libs/clock';
import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { mailPreferencesOf } from '../../../accounts/identity/preferences/mail-preferences.js';
import type { NotificationKind } from '../notification-kinds.js';
import { choiceOf, mailMoment } from './mail-choices.js';
import { MAIL_LATER } from './mail.sql.js';

/** Has notifications that were just made mailed when their people want it. */
export async function mailLater(
  tx: EntityManager,
  made: readonly { userId: string; id: string; kind: NotificationKind }[],
): Promise<void> {
  if (made.length === 0) return;
  const preferences = await mailPreferencesOf(tx, [...new Set(made.map(({ userId }) => userId))]);
  const now = clock.now();
  const mailed = made.flatMap(({ userId, id, kind }) => {
    const { choices, hour, timeZone } = preferences(userId);
    const at = mailMoment(choiceOf(choices, kind), hour, timeZone ?? 'UTC', now);
    return at === null ? [] : [{ userId, id, at }];
  });
  if (mailed.length === 0) return;
  await query(tx, MAIL_LATER, [
    mailed.map(({ userId }) => userId),
    mailed.map(({ id }) => id),
    mailed.map(({ at }) => at),
  ]);
}
