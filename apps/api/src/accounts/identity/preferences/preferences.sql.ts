import { sql, type Uuid } from '#libs/database';
import type { Language, PreferencesDto } from './preferences.dto.js';

export const PREFERENCES_OF = sql<[userId: Uuid], PreferencesDto>(
  'SELECT language, time_zone AS "timeZone", shortcuts FROM preferences WHERE user_id = $1',
);

/** For the personal data export. */
export const EXPORTED_PREFERENCES = sql<[userId: Uuid], object>(`
  SELECT language, time_zone AS "timeZone", shortcuts, mail_choices AS "mailChoices", mail_hour AS "mailHour"
  FROM preferences WHERE user_id = $1`);

export const SET_PREFERENCES = sql<
  [userId: Uuid, language: Language | null, timeZone: string | null, shortcuts: string]
>(`
  INSERT INTO preferences (user_id, language, time_zone, shortcuts) VALUES ($1, $2, $3, $4)
  ON CONFLICT ON CONSTRAINT pk_preferences DO UPDATE
  SET language = excluded.language, time_zone = excluded.time_zone, shortcuts = excluded.shortcuts`);
