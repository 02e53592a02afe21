import { RGAA_NAMES_FR } from '../../../standards/catalogue/data/rgaa-names-fr.js';
import type { ConformanceDocument, ReportLanguage } from '../conformance-document.js';

/** A heading or a requirement as a report names it. */
export interface StandardName {
  number: string | null;
  name: string;
  /** The language of the name; null: nobody knows it. */
  language: ReportLanguage | null;
}

/**
 * The names that a built-in standard has in the language of a report, by number; in documents its names are English.
 * Documents call the RGAA 4.1 until 0.1.0; its numbers are the same.
 */
const NAMES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  'fr rgaa 4.1': RGAA_NAMES_FR,
  'fr rgaa 4.1.2': RGAA_NAMES_FR,
};

/**
 * What a report for people calls a heading or a requirement, however old the document is. Data keep the name of the
 * document.
 */
export function standardName(
  { language, standard: { catalogue, version } }: Pick<ConformanceDocument, 'language' | 'standard'>,
  { number, name }: { number: string | null; name: string },
): StandardName {
  if (catalogue === null) return { number, name, language: null };
  const own = number === null ? undefined : NAMES[`${language} ${catalogue} ${version}`]?.get(number);
  return own === undefined ? { number, name, language: 'en' } : { number, name: own, language };
}
