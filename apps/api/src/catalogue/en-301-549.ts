import type { BuiltInStandard } from './built-in.js';
import { EN_CLAUSES, EN_GROUPS, EN_VOID } from './data/en-301-549.js';
import { WCAG_CRITERIA } from './data/wcag-criteria.generated.js';
import { byNumber, type Clause, linesOf, numberedStandard } from './numbered.js';
import { GUIDELINES, PRINCIPLES } from './wcag.js';

const ADDRESS = 'https://www.etsi.org/deliver/etsi_en/301500_301599/301549/03.02.01_60/en_301549v030201p.pdf';

/** What clauses 9 (web), 10 (documents) and 11 (software) take from WCAG 2.1, levels A and AA, under its own numbers. */
const TAKEN = WCAG_CRITERIA.filter(({ versions }) => ['A', 'AA'].includes(versions['2.1']?.level ?? ''));

const repeated: Clause[] = Object.entries(EN_VOID).flatMap(([clause, none]) =>
  TAKEN.filter(({ number }) => !none.includes(number)).map(({ number, title }) => ({
    number: `${clause}.${number}`,
    title,
    url: ADDRESS,
    wcag: [number],
  })),
);

const headings = Object.keys(EN_VOID).flatMap((clause) =>
  [...Object.entries(PRINCIPLES), ...Object.entries(GUIDELINES)].map(([number, name]) => [`${clause}.${number}`, name]),
);

/** EN 301 549 V3.2.1. It has no levels: everything that applies is required. */
export const EN_301_549: BuiltInStandard = numberedStandard({
  name: 'EN 301 549 v3.2.1',
  slug: 'en-301-549',
  description: 'Accessibility requirements for ICT products and services, the harmonised European standard of 2021.',
  groups: Object.fromEntries([...linesOf(EN_GROUPS), ...headings]),
  clauses: [...linesOf(EN_CLAUSES).map(([number, title]) => ({ number, title, url: ADDRESS })), ...repeated].sort(
    (a, b) => byNumber(a.number, b.number),
  ),
});
