import { nearestEntry } from './applies-to.js';
import type { BuiltInStandard } from './built-in-standard.js';
import { CLOSED_FUNCTIONALITY, EN_301_549_APPLIES_TO } from './data/applies-to.js';
import {
  EN_301_549_CLAUSES,
  EN_301_549_CLOSED,
  EN_301_549_TITLES,
  EN_301_549_VOID,
} from './data/en-301-549-clauses.js';
import { headingAbove, type NumberedRequirement, numberedStandard } from './numbered-standard.js';
import { wcagCriteria, wcagHeadings } from './wcag.js';

const DOCUMENT = 'https://www.etsi.org/deliver/etsi_en/301500_301599/301549/03.02.01_60/en_301549v030201p.pdf';

interface Clause extends NumberedRequirement {
  stated: boolean;
}

/** The clauses that take the criteria of WCAG 2.1, A and AA, over: 9 for the web, 10 for documents, 11 for software. */
function adoptedClauses(clause: keyof typeof EN_301_549_VOID): Clause[] {
  const criteria = wcagCriteria('2.1', ['A', 'AA'])
    .filter(({ number }) => !EN_301_549_VOID[clause].includes(number))
    .map((criterion) => ({ ...criterion, title: titleIn(clause, criterion) }));
  return [
    ...wcagHeadings(criteria).map(({ number, name }) => ({ number, name, stated: false })),
    ...criteria.map((criterion) => ({
      ...(clause === '11' && SPLIT.has(criterion.number) ? openClause(criterion) : wholeClause(criterion)),
      stated: true,
      metadata: { wcag: criterion.number, level: criterion.level },
    })),
  ].map((entry) => ({ ...entry, number: `${clause}.${entry.number}`, url: DOCUMENT }));
}

type Criterion = ReturnType<typeof wcagCriteria>[number];

/** The criteria that clause 11 tells apart for open and for closed functionality. */
const SPLIT = new Set(EN_301_549_CLOSED.map(([, criterion]) => criterion));

const titleIn = (clause: string, { number, title }: Criterion): string =>
  EN_301_549_TITLES[`${clause}.${number}`] ?? title;

const wholeClause = ({ number, title }: Criterion) => ({ number, name: title });

/**
 * It is the requirement that stood for both until 0.1.0, so that links and verdicts stay with what they were said of.
 */
const openClause = ({ number, title }: Criterion) => ({
  number: `${number}.1`,
  name: `${title} (open functionality)`,
  idNumber: `11.${number}`,
});

/** They name no criterion of WCAG: no tool looks at closed functionality. */
function closedClauses(): Clause[] {
  const criteria = new Map(wcagCriteria('2.1').map((criterion) => [criterion.number, criterion]));
  return EN_301_549_CLOSED.map(([number, criterion, heading]) => ({
    number,
    name: `${heading ?? titleIn('11', criteria.get(criterion)!)} (closed functionality)`,
    url: DOCUMENT,
    stated: true,
    appliesTo: CLOSED_FUNCTIONALITY,
  }));
}

const byNumber = (a: { number: string }, b: { number: string }): number =>
  a.number.localeCompare(b.number, 'en', { numeric: true });

/**
 * EN 301 549 v3.2.1 as a standard. It has no levels: each clause applies to the ICT it describes. The level of the
 * criterion that a clause takes over is in `metadata.level`.
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
  const clauses: Clause[] = [
    ...own,
    ...adoptedClauses('9'),
    ...adoptedClauses('10'),
    ...adoptedClauses('11'),
    ...closedClauses(),
  ].sort(byNumber);
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
      .map(({ stated: _stated, ...requirement }) => ({
        appliesTo: nearestEntry(requirement.number, EN_301_549_APPLIES_TO),
        ...requirement,
        versions: ['3.2.1'],
      })),
  });
}
