import { readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import PO from 'pofile';
import type { HandName } from './hand.js';

/** The languages of the console, as a browser asks for them. */
export const LOCALES = { en: 'en-US', fr: 'fr-FR' } as const;
export type Language = keyof typeof LOCALES;

/** How journeys are made: in each language by mouse and by the keyboard alone. */
export const WAYS = [
  ['en', 'mouse'],
  ['en', 'keyboard'],
  ['fr', 'mouse'],
  ['fr', 'keyboard'],
] as const satisfies [Language, HandName][];

/** A sentence of the console, which tests name by its English, in some language. */
export type Say = (english: string, values?: Record<string, string | number>) => string;

const french = new Map(
  PO.parse(readFileSync('apps/web/src/words/fr.po', 'utf8')).items.map(({ msgid, msgstr }) => [msgid, msgstr[0]]),
);

/** @throws Error where the language has no such sentence */
export const sayIn =
  (language: Language): Say =>
  (english, values = {}) => {
    const sentence = language === 'fr' ? french.get(english) : english;
    if (!sentence) throw new Error(`There is no French for ${english}`);
    return setupI18n({ locale: language, messages: { [language]: { sentence: compileMessage(sentence) } } })._(
      'sentence',
      values,
    );
  };
