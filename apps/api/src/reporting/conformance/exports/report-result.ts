import type { ConformanceDocument } from '../conformance-document.js';
import { conformanceRate, ratesByLevel, resultWord } from '../conformance-rate.js';
import { eachStandard } from '../each-standard.js';
import { fillIn, TRANSLATIONS } from '../translations/translations.js';

/**
 * The standard with its level, as it is called: `WCAG 2.2 AA`; one of the organization's own may be called so too, and
 * is told apart.
 */
export function standardAndLevel({ language, standard, conformanceLevel }: ConformanceDocument): string {
  const name = conformanceLevel === null ? standard.name : `${standard.name} ${conformanceLevel}`;
  return standard.catalogue === null ? fillIn(TRANSLATIONS[language].ownStandard, { standard: name }) : name;
}

/** Each of its standards with its level. */
export const standardsAndLevels = (document: ConformanceDocument): string =>
  eachStandard(document).map(standardAndLevel).join(', ');

/** The share of applicable requirements that are met, in percent with two places, cut off and never rounded up. */
export function percentMet(language: ConformanceDocument['language'], conforming: number, applicable: number): string {
  const hundredths = applicable === 0 ? 0 : Math.floor((conforming * 10_000) / applicable);
  return (hundredths / 100).toLocaleString(language, { maximumFractionDigits: 2 });
}

/**
 * What a report says of its standard, in words, and how many requirements are met: of the RGAA with its rate, else by
 * level. A draft has no result: what is not judged yet would count as not met.
 */
export function resultOf(document: ConformanceDocument): { conformance: string; counts: string[] } {
  const t = TRANSLATIONS[document.language];
  if (document.publishedAt === null) {
    const inScopeRequirements = document.requirements.filter(({ inScope }) => inScope);
    const judged = inScopeRequirements.filter(({ verdicts }) => verdicts.length > 0);
    const counts = { judged: judged.length, asked: inScopeRequirements.length };
    return { conformance: t.inProgress, counts: [fillIn(t.judged, counts)] };
  }
  const rate = conformanceRate(document.requirements);
  const percent = percentMet(document.language, rate.conforming, rate.applicable);
  const byLevel = ratesByLevel(document).map(({ level, ...counts }) =>
    fillIn(t.rateOfLevel, { ...counts, level: level === null ? t.noLevel : fillIn(t.levelOf, { level }) }),
  );
  const isShare = document.standard.catalogue === 'rgaa';
  return {
    conformance: t.conformance[resultWord(document)],
    counts: isShare ? [fillIn(t.rate, { ...rate, percent })] : [...byLevel, fillIn(t.judgedNotApplicable, { ...rate })],
  };
}
