import { WCAG_CRITERIA } from '../../standards/catalogue/data/wcag-criteria.generated.js';
import type { ConformanceDocument, DocumentRequirement } from './conformance-document.js';
import { wcagVersionOf } from './wcag-version.js';

/** How many requirements of the level apply, and how many of these are met. */
export interface ConformanceRate {
  conforming: number;
  applicable: number;
  /** Requirements of the level that were judged not applicable in every component. */
  notApplicable: number;
}

type Judged = Pick<DocumentRequirement, 'inScope' | 'verdicts'>;

/**
 * Counts the requirements of the report's level. One conforms when all its components support it or do not apply; one
 * that is not evaluated, or has no verdict, applies and does not conform.
 */
export function conformanceRate(requirements: readonly Judged[]): ConformanceRate {
  const judged = requirements
    .filter(({ inScope }) => inScope)
    .map(({ verdicts }) => verdicts.map(({ verdict }) => verdict));
  const applicable = judged.filter(
    (verdicts) => verdicts.length === 0 || verdicts.some((verdict) => verdict !== 'not_applicable'),
  );
  const conforming = applicable.filter(
    (verdicts) =>
      verdicts.length > 0 && verdicts.every((verdict) => verdict === 'supports' || verdict === 'not_applicable'),
  );
  return {
    conforming: conforming.length,
    applicable: applicable.length,
    notApplicable: judged.length - applicable.length,
  };
}

const WCAG_LEVELS = new Map(
  WCAG_CRITERIA.flatMap(({ number, versions }) =>
    Object.entries(versions).map(([version, { level }]) => [`${version} ${number}`, level] as const),
  ),
);

/**
 * The name of the level of a requirement; where the standard has none that of the criterion of WCAG that it takes over;
 * null: none.
 */
export const levelOf = (
  { standard }: Pick<ConformanceDocument, 'standard'>,
  { level, wcag }: Pick<DocumentRequirement, 'level' | 'wcag'>,
): string | null => level ?? (wcag && WCAG_LEVELS.get(`${wcagVersionOf(standard)} ${wcag}`)) ?? null;

/** The names of the levels that its requirements may have, the lowest first. */
export const levelNames = ({ standard: { levels } }: Pick<ConformanceDocument, 'standard'>): readonly string[] =>
  levels.length > 0 ? levels : ['A', 'AA', 'AAA'];

/** The same by level, the lowest first and what has none last; levels in which nothing applies are left out. */
export function ratesByLevel(
  document: Pick<ConformanceDocument, 'standard' | 'requirements'>,
): (ConformanceRate & { level: string | null })[] {
  return [...levelNames(document), null]
    .map((level) => ({
      level,
      ...conformanceRate(document.requirements.filter((one) => levelOf(document, one) === level)),
    }))
    .filter(({ applicable }) => applicable > 0);
}

/** What a rate says in words: all is full. */
export type Conformance = 'full' | 'partial' | 'none';

/**
 * After the RGAA: from half it is partial. Compares whole numbers, so that nothing is ever rounded up. A report in
 * which nothing applies is `none`; it cannot be published.
 */
export function conformanceOf({ conforming, applicable }: ConformanceRate): Conformance {
  if (applicable > 0 && conforming === applicable) return 'full';
  return applicable > 0 && conforming * 2 >= applicable ? 'partial' : 'none';
}

/** After the model of the European Union, which calls partial what meets most: more than half. */
export function complianceOf({ conforming, applicable }: ConformanceRate): Conformance {
  if (applicable > 0 && conforming === applicable) return 'full';
  return conforming * 2 > applicable ? 'partial' : 'none';
}

/**
 * What a report says of its standard: the RGAA knows what is partial, by its rate. All others are met, or they are not.
 */
export function resultWord(document: Pick<ConformanceDocument, 'standard' | 'requirements'>): Conformance {
  const conformance = conformanceOf(conformanceRate(document.requirements));
  return conformance === 'partial' && document.standard.catalogue !== 'rgaa' ? 'none' : conformance;
}
