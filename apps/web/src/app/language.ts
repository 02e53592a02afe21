import { i18n } from '@lingui/core';
import { loadPart } from './parts';

/** The languages of the console, each by its own name. */
export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
/** One of them; beside English each has a catalogue in `words/`. */
export type Language = keyof typeof LANGUAGES;

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** The first of these languages that the console speaks: `fr-CA` is French. */
export const spokenOf = (tags: readonly (string | null | undefined)[]): Language =>
  tags.map((tag) => tag?.slice(0, 2).toLowerCase() ?? '').find(isLanguage) ?? 'en';

const KEPT = 'curbcut-language';

/** The language that somebody chose on this machine; undefined before. */
export function chosenLanguage(): string | undefined {
  try {
    return localStorage.getItem(KEPT) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Speaks a language from now on. English stands in the views themselves. */
export async function speak(language: Language, isChosen = false): Promise<void> {
  const { messages } = language === 'fr' ? await loadPart(() => import('../words/fr.po')) : { messages: {} };
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  try {
    if (isChosen) localStorage.setItem(KEPT, language);
  } catch {
    // Where nothing may be kept the browser's language holds the next time.
  }
}
