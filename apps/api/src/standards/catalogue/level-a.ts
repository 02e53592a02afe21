import { WCAG_CRITERIA } from './data/wcag-criteria.generated.js';

/** The success criteria of Level A, whichever version of WCAG has them. */
export const LEVEL_A: readonly string[] = WCAG_CRITERIA.filter(({ versions }) =>
  Object.values(versions).some(({ level }) => level === 'A'),
).map(({ number }) => number);
