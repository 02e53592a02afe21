import type { DocumentRequirement } from './conformance-document.js';

/** How many requirements of the level apply, and how many of these are met. */
export interface ConformanceRate {
  conforming: number;
  applicable: number;
  /** Requirements of the level that were judged not applicable in every component. */
  notApplicable: number;
}

/**
 * Counts the requirements of the report's level. One conforms when all its components support it or do not apply; one that is not
 * evaluated, or has no verdict, applies and does not conform.
 */
export function conformanceRate(
  requirements: readonly Pick<DocumentRequirement, 'inScope' | 'verdicts'>[],
): ConformanceRate {
  const judged = requirements
    .filter(({ inScope }) => inScope)
    .map(({ verdicts }) => verdicts.map(({ verdict }) => verdict));
  const applicable = judged.filter((said) => said.length === 0 || said.some((verdict) => verdict !== 'not_applicable'));
  const conforming = applicable.filter(
    (said) => said.length > 0 && said.every((verdict) => verdict === 'supports' || verdict === 'not_applicable'),
  );
  return {
    conforming: conforming.length,
    applicable: applicable.length,
    notApplicable: judged.length - applicable.length,
  };
}

/** What a rate says in words: all is full, from half it is partial. */
export type Conformance = 'full' | 'partial' | 'none';

/** Compares whole numbers, so that nothing is ever rounded up. A report in which nothing applies is `none`; it cannot be published. */
export function conformanceOf({ conforming, applicable }: ConformanceRate): Conformance {
  if (applicable > 0 && conforming === applicable) return 'full';
  return applicable > 0 && conforming * 2 >= applicable ? 'partial' : 'none';
}
