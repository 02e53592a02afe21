import { query } from '#libs/database';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { mailLater } from './mail/mail-later.js';
import { type NewNotification, INSERT_NOTIFICATIONS } from './notifications.sql.js';

/** Something, and who is told of it. */
export interface AddressedNotification {
  userIds: readonly string[];
  notification: NewNotification;
}

/** How many one statement makes. */
const AT_ONCE = 2000;

/** Tells people of an organization, some thousands with one statement. Nobody is told of one subject twice in it. */
export async function notify(
  tx: EntityManager,
  organizationId: string,
  notifications: readonly AddressedNotification[],
): Promise<void> {
  const each = notifications.flatMap(({ userIds }, place) => userIds.map((userId) => ({ userId, place })));
  for (let from = 0; from < each.length; from += AT_ONCE) {
    const part = each.slice(from, from + AT_ONCE);
    const used = new Set(part.map(({ place }) => place));
    const rows = notifications.flatMap((addressed, place) =>
      used.has(place) ? [{ place, ...addressed.notification }] : [],
    );
    const made = await query(tx, INSERT_NOTIFICATIONS, [
      organizationId,
      part.map(({ userId }) => userId),
      part.map(() => newId()),
      part.map(({ place }) => place),
      JSON.stringify(rows),
    ]);
    await mailLater(tx, made);
  }
}
