import type { ReportLanguage } from '../conformance-document.js';
import { EN } from './en.js';
import { FR } from './fr.js';

export type Translation = typeof EN;

/** The words of each language that reports can have. */
export const TRANSLATIONS: Readonly<Record<ReportLanguage, Translation>> = { en: EN, fr: FR };

const PLACE = /\{(\w+)\}/;

/** The pieces of a sentence: its words, and in place of `{name}` the value of that name. */
export function pieces<T>(sentence: string, values: Readonly<Record<string, T>>): (string | T)[] {
  return sentence.split(PLACE).map((part, index) => (index % 2 === 0 ? part : values[part]!));
}

/** A sentence with its values. */
export const fillIn = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  pieces(sentence, values).join('');

const formats = new Map<string, Intl.DateTimeFormat>();

/** How days are told: in which words, and in which time zone; absent: UTC. */
export interface DayWords {
  language: ReportLanguage;
  timeZone?: string;
}

/** The day of a moment in words (`3 May 2026`). */
export function dayIn({ language, timeZone = 'UTC' }: DayWords, moment: string): string {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  const format =
    known ??
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone,
    });
  if (!known) formats.set(key, format);
  return format.format(new Date(moment));
}
