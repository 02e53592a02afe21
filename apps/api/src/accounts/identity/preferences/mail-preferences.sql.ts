import { sql, type Uuid } from '#libs/database';
import type { Language } from './preferences.dto.js';
import { NOTHING_CHOSEN } from './preferences.js';

/** What a person has chosen of mails. */
export interface MailPreferences {
  /** When each kind is mailed, where that was chosen. */
  choices: Record<string, string>;
  /** Of the day, for what is mailed together. */
  hour: number;
  language: Language | null;
  timeZone: string | null;
}

/** The same with whose it is. */
export type MailPreferencesOf = MailPreferences & { userId: Uuid };

export const MAIL_PREFERENCES_OF = sql<[userIds: readonly Uuid[]], MailPreferencesOf>(`
  SELECT user_id AS "userId", mail_choices AS choices, mail_hour AS hour, language, time_zone AS "timeZone"
  FROM preferences WHERE user_id = ANY ($1::uuid[])`);

const USUAL_SHORTCUTS = `'${JSON.stringify(NOTHING_CHOSEN.shortcuts)}'`;

export const SET_MAIL_PREFERENCES = sql<[userId: Uuid, choices: string, hour: number]>(`
  INSERT INTO preferences (user_id, shortcuts, mail_choices, mail_hour)
  VALUES ($1, ${USUAL_SHORTCUTS}, $2::jsonb, $3::smallint)
  ON CONFLICT ON CONSTRAINT pk_preferences DO UPDATE
  SET mail_choices = excluded.mail_choices, mail_hour = excluded.mail_hour`);

export const NOTE_UNSUBSCRIBE_KEY = sql<[userId: Uuid, key: Buffer], { key: Buffer }>(`
  INSERT INTO preferences AS known (user_id, shortcuts, unsubscribe_key) VALUES ($1, ${USUAL_SHORTCUTS}, $2)
  ON CONFLICT ON CONSTRAINT pk_preferences DO UPDATE
  SET unsubscribe_key = coalesce(known.unsubscribe_key, excluded.unsubscribe_key)
  RETURNING unsubscribe_key AS key`);

export const UNSUBSCRIBE_KEY = sql<[userId: Uuid], { key: Buffer | null }>(
  'SELECT unsubscribe_key AS key FROM preferences WHERE user_id = $1',
);
