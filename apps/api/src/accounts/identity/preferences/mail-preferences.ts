import { randomBytes } from 'node:crypto';
import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import {
  MAIL_PREFERENCES_OF,
  type MailPreferences,
  type MailPreferencesOf,
  NOTE_UNSUBSCRIBE_KEY,
  SET_MAIL_PREFERENCES,
  UNSUBSCRIBE_KEY,
} from './mail-preferences.sql.js';

/** What holds for people who have chosen nothing of mails. */
const NOTHING_CHOSEN: MailPreferences = { choices: {}, hour: 8, language: null, timeZone: null };

/** What these people have chosen of mails, by their ids. */
export async function mailPreferencesOf(
  tx: EntityManager,
  userIds: readonly string[],
): Promise<(userId: string) => MailPreferences> {
  const rows = await query(tx, MAIL_PREFERENCES_OF, [userIds]);
  const byId = new Map<string, MailPreferencesOf>(rows.map((row) => [row.userId, row]));
  return (userId) => byId.get(userId) ?? NOTHING_CHOSEN;
}

/** Stores what a person has chosen of mails. Call with the person locked. */
export async function setMailPreferences(
  tx: EntityManager,
  userId: string,
  { choices, hour }: Pick<MailPreferences, 'choices' | 'hour'>,
): Promise<void> {
  await query(tx, SET_MAIL_PREFERENCES, [userId, JSON.stringify(choices), hour]);
}

/** What the links of a person's mails are made with; made with the first. */
export async function unsubscribeKey(tx: EntityManager, userId: string): Promise<Buffer> {
  const [row] = await query(tx, NOTE_UNSUBSCRIBE_KEY, [userId, randomBytes(32)]);
  return row!.key;
}

/** The same where there is one. */
export async function knownUnsubscribeKey(tx: EntityManager, userId: string): Promise<Buffer | undefined> {
  const [row] = await query(tx, UNSUBSCRIBE_KEY, [userId]);
  return row?.key ?? undefined;
}
