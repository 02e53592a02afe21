import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import { changedFields, type FieldChange } from '../../../platform/lists/changed-fields.js';
import type { PreferencesDto } from './preferences.dto.js';
import { PREFERENCES_OF, SET_PREFERENCES } from './preferences.sql.js';

/** What holds for people who have chosen nothing. */
export const NOTHING_CHOSEN: PreferencesDto = { language: null, timeZone: null, shortcuts: { on: true, keys: {} } };

/** Changes what a person has chosen; returns the changes. Call with the person locked. */
export async function changePreferences(
  tx: EntityManager,
  userId: string,
  values: Partial<PreferencesDto>,
): Promise<FieldChange[]> {
  if (Object.keys(values).length === 0) return [];
  const [current = NOTHING_CHOSEN] = await query(tx, PREFERENCES_OF, [userId]);
  const changes = changedFields(current, values);
  const { language, timeZone, shortcuts } = { ...current, ...values };
  if (changes.length > 0) await query(tx, SET_PREFERENCES, [userId, language, timeZone, JSON.stringify(shortcuts)]);
  return changes;
}
