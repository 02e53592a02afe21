import { query } from '#libs/database';
import { newId } from '#libs/ids';
import type { EntityManager } from 'typeorm';
import { mailLater } from './mail/mail-later.js';
import { type NewNotification, TELL } from './notifications.sql.js';

/** Something, and who is told of it. */
export interface Telling {
  userIds: readonly string[];
  told: NewNotification;
}

/** How many one statement makes. */
const AT_ONCE = 2000;

/** Tells people of an organization, some thousands with one statement. Nobody is told of one subject twice in it. */
export async function tell(tx: EntityManager, organizationId: string, tellings: readonly Telling[]): Promise<void> {
  const each = tellings.flatMap(({ userIds }, place) => userIds.map((userId) => ({ userId, place })));
  for (let from = 0; from < each.length; from += AT_ONCE) {
    const part = each.slice(from, from + AT_ONCE);
    const used = new Set(part.map(({ place }) => place));
    const told = tellings.flatMap((telling, place) => (used.has(place) ? [{ place, ...telling.told }] : []));
    const made = await query(tx, TELL, [
      organizationId,
      part.map(({ userId }) => userId),
      part.map(() => newId()),
      part.map(({ place }) => place),
      JSON.stringify(told),
    ]);
    await mailLater(tx, made);
  }
}
