import { readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import PO from 'pofile';
import { RUNS_ALL } from './extent.mjs';
import type { HandName } from './hand.js';

/** The languages of the console, as a browser asks for them. */
export const LOCALES = { en: 'en-US', fr: 'fr-FR' } as const;
export type Language = keyof typeof LOCALES;

const EVERY_WAY: readonly [Language, HandName][] = [
  ['en', 'mouse'],
  ['en', 'keyboard'],
  ['fr', 'mouse'],
  ['fr', 'keyboard'],
];

/** How journeys are made: the first way before a commit lands, every way at night. */
export const WAYS = RUNS_ALL ? EVERY_WAY : EVERY_WAY.slice(0, 1);

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
