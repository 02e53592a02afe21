import type { BuiltInStandard } from './built-in-standard.js';
import { EN_301_549_CLAUSES, EN_301_549_VOID } from './data/en-301-549-clauses.js';
import { headingAbove, type NumberedRequirement, numberedStandard } from './numbered-standard.js';
import { wcagCriteria, wcagHeadings } from './wcag.js';

const DOCUMENT = 'https://www.etsi.org/deliver/etsi_en/301500_301599/301549/03.02.01_60/en_301549v030201p.pdf';

interface Clause extends NumberedRequirement {
  stated: boolean;
}

/** The clauses that take the criteria of WCAG 2.1, A and AA, over: 9 for the web, 10 for documents, 11 for software. */
function adoptedClauses(clause: keyof typeof EN_301_549_VOID): Clause[] {
  const criteria = wcagCriteria('2.1', ['A', 'AA']).filter(({ number }) => !EN_301_549_VOID[clause].includes(number));
  return [
    ...wcagHeadings(criteria).map(({ number, name }) => ({ number, name, stated: false })),
    // Clause 11 splits a few for closed functionality (11.1.1.1.1, 11.1.1.1.2); one requirement stands for both.
    ...criteria.map(({ number, title, level }) => ({
      number,
      name: title,
      stated: true,
      metadata: { wcag: number, level },
    })),
  ].map((entry) => ({ ...entry, number: `${clause}.${entry.number}`, url: DOCUMENT }));
}

const byNumber = (a: { number: string }, b: { number: string }): number =>
  a.number.localeCompare(b.number, 'en', { numeric: true });

/**
 * EN 301 549 v3.2.1 as a standard. It has no levels: each clause applies to the ICT it describes. The level of the criterion
 * that a clause takes over is in `metadata.level`.
 */
export function en301549(): BuiltInStandard {
  const numbers = EN_301_549_CLAUSES.map(([number]) => number);
  const continued = new Set(numbers.map((number) => headingAbove(number, new Set(numbers))));
  const own = EN_301_549_CLAUSES.map(([number, name]) => ({
    number,
    name,
    url: DOCUMENT,
    stated: !continued.has(number),
  }));
  const clauses: Clause[] = [...own, ...adoptedClauses('9'), ...adoptedClauses('10'), ...adoptedClauses('11')].sort(
    byNumber,
  );
  return numberedStandard({
    key: 'standard/en-301-549-3.2.1',
    name: 'EN 301 549 v3.2.1',
    slug: 'en-301-549',
    description: 'Accessibility requirements for ICT products and services, a harmonised European standard (2021-03).',
    cumulative: false,
    levels: [],
    headings: clauses.filter(({ stated }) => !stated).map(({ number, name }) => ({ number, name })),
    requirements: clauses
      .filter(({ stated }) => stated)
      .map(({ number, name, url, metadata }) => ({ number, name, url, metadata, versions: ['3.2.1'] })),
  });
}
