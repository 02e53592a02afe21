/** How criteria of the RGAA are told from those of WCAG. */
const RGAA = 'rgaa:';

/** The criteria of each standard. */
export const criteriaBy = (criteria: readonly string[]): { wcag: string[]; rgaa: string[] } => ({
  wcag: criteria.filter((criterion) => !criterion.startsWith(RGAA)),
  rgaa: criteria.filter((criterion) => criterion.startsWith(RGAA)),
});

/** The number of a criterion in its standard. */
export const numberOf = (criterion: string): string =>
  criterion.startsWith(RGAA) ? criterion.slice(RGAA.length) : criterion;
