import { Choice, Described, Documented, Flag, named, Nested } from '#libs/fields';
import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf } from 'class-validator';
import { isTimeZone } from './time-zone.js';

/** The languages of what people read. */
export const LANGUAGES = named('Language', ['en', 'fr'], 'A language of the console.');
export type Language = (typeof LANGUAGES)[number];

const MOST_KEYS = 50;
const ACTION = /^[a-zA-Z][a-zA-Z-]{0,39}$/;
// As `KeyboardEvent.key` tells them, with modifiers before them: `j`, `?`, `Control+K`.
const KEY = /^[^\s\p{C}]{1,40}$/u;

const areKeys = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= MOST_KEYS &&
  Object.entries(value).every(([action, key]) => ACTION.test(action) && typeof key === 'string' && KEY.test(key));

/** Keys by the names of actions. */
const Keys = (): PropertyDecorator =>
  applyDecorators(
    Documented({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 40 },
      selfRequired: true,
      description: 'The key of each action whose default was changed: `{ "dismiss": "x" }`.',
    }),
    ValidateBy({
      name: 'shortcutKeys',
      validator: {
        validate: areKeys,
        defaultMessage: () => `$property must map action names to keys, with at most ${MOST_KEYS} entries`,
      },
    }),
  );

/** The name of a time zone; null, where that is taken: that of the browser. */
export const TimeZone = ({
  optional = false,
  nullable = true,
  description = 'A name of the IANA, such as `Europe/Berlin`; null: that of the browser.',
}: { optional?: boolean; nullable?: boolean; description?: string } = {}): PropertyDecorator =>
  applyDecorators(
    Documented({
      type: String,
      ...(nullable && { nullable }),
      required: !optional,
      maxLength: 100,
      description,
    }),
    ValidateIf((_dto, value) => !(nullable && value === null) && !(optional && value === undefined)),
    ValidateBy({
      name: 'timeZone',
      validator: {
        validate: (value) => typeof value === 'string' && isTimeZone(value),
        defaultMessage: () => '$property must be a time zone name, such as Europe/Berlin',
      },
    }),
  );

/** The shortcuts of single keys. */
@Described('Single-key shortcuts. They can be changed or turned off, because some users trigger them by accident.')
export class ShortcutsDto {
  @Flag({ description: 'Whether single-key shortcuts are on.' })
  on: boolean;
  @Keys()
  keys: Record<string, string>;
}

/** What a person has chosen for the frontends that they use. */
@Described('Your preferences for the user interfaces.')
export class PreferencesDto {
  @Choice(LANGUAGES, { nullable: true, description: 'Null: the language of the browser.' })
  language: Language | null;
  @TimeZone()
  timeZone: string | null;
  @Nested(() => ShortcutsDto)
  shortcuts: ShortcutsDto;
}

@Described('A change of the preferences.')
export class UpdatePreferences {
  @Choice(LANGUAGES, { optional: true, nullable: true, description: 'Null: the language of the browser.' })
  language?: Language | null;
  @TimeZone({ optional: true })
  timeZone?: string | null;
  @Nested(() => ShortcutsDto, { optional: true })
  shortcuts?: ShortcutsDto;
}
