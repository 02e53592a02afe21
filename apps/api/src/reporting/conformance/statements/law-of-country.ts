import type { Country, NamedAddress, ReportLanguage } from '../conformance-document.js';

/** The law of a country after Directive (EU) 2016/2102, and whom to turn to where an answer does not satisfy. */
interface CountryLaw {
  legislation: NamedAddress;
  enforcement: NamedAddress;
}

/**
 * Those of which two official pages say the same; docs/conformance.md names them with their dates. Of the others the
 * organization has to say it.
 */
const LAWS: Partial<Record<Country, Record<ReportLanguage, CountryLaw>>> = {
  FR: {
    en: {
      legislation: {
        name: 'Article 47 of Act No. 2005-102 of 11 February 2005',
        url: 'https://www.legifrance.gouv.fr/loda/id/JORFTEXT000000809647/',
      },
      enforcement: { name: 'Défenseur des droits', url: 'https://formulaire.defenseurdesdroits.fr/' },
    },
    fr: {
      legislation: {
        name: 'l’article 47 de la loi n° 2005-102 du 11 février 2005',
        url: 'https://www.legifrance.gouv.fr/loda/id/JORFTEXT000000809647/',
      },
      enforcement: { name: 'Défenseur des droits', url: 'https://formulaire.defenseurdesdroits.fr/' },
    },
  },
};

/** The law of a country in words of a language; undefined where nobody has looked it up. */
export const lawOf = (country: Country | undefined, language: ReportLanguage): CountryLaw | undefined =>
  country && LAWS[country]?.[language];
