import { isErrorPage } from './axe-core.js';
import { at, entries, firstText, isObject, list, named, text } from './json.js';
import { type Ratings, ratingsOfImpact } from './ratings.js';
import type { Failure, Format, Reading } from './report.js';
import { criteriaOfAxe } from './rules/criteria.js';

/** How sure HTML_CodeSniffer is; of axe-core's results, which of its impacts they have. */
const TYPES: Readonly<Record<string, Ratings>> = {
  error: { severity: 'high' },
  warning: ratingsOfImpact('moderate'),
  notice: ratingsOfImpact('minor'),
};

/**
 * pa11y: what its runners found on one page, as its command line lists it or with the page as its function answers it.
 */
export const pa11y: Format = {
  name: 'pa11y',
  emptyList: true,
  recognises: (report) => isIssue(report) || isResult(report),
  read: (reports) => [
    readingOf([
      [undefined, reports.filter(isIssue)],
      ...reports.filter(isResult).map((result): Page => [text(at(result, 'pageUrl')), list(at(result, 'issues'))]),
    ]),
  ],
};

/** pa11y-ci: pages by their address. One that could not be tested has an error instead of issues. */
export const pa11yCi: Format = {
  name: 'pa11y-ci',
  recognises: (report) =>
    typeof at(report, 'total') === 'number' &&
    typeof at(report, 'passes') === 'number' &&
    isObject(at(report, 'results')) &&
    entries(at(report, 'results')).every(
      ([, found]) => Array.isArray(found) && found.every((item) => isIssue(item) || isPageError(item)),
    ),
  read: (reports) => {
    const reading = readingOf(reports.flatMap(pagesOf));
    return [{ ...reading, omissions: [...(reading.omissions ?? []), ...reports.flatMap(lostFrom)] }];
  },
};

const pagesOf = (report: unknown): Page[] =>
  entries(at(report, 'results')).map(([page, found]): Page => [page, list(found)]);

/**
 * Results that pa11y-ci counted and then overwrote. It keeps one result for each address where a page ended: the last one
 * of an address that is listed twice, or of several that lead to one page.
 */
function lostFrom(report: unknown): string[] {
  const pages = pagesOf(report);
  const has = {
    total: pages.length,
    passes: pages.filter(([, found]) => found.length === 0).length,
    errors: pages.reduce((sum, [, found]) => sum + found.length, 0),
  };
  const exceeds = (name: keyof typeof has): boolean => {
    const counted = at(report, name);
    return typeof counted === 'number' && counted > has[name];
  };
  if (exceeds('total'))
    return [
      `The report has ${has.total} of ${String(at(report, 'total'))} results: pa11y-ci keeps one result for each address.`,
    ];
  return exceeds('passes') || exceeds('errors') ? ['The report counts more results than it has.'] : [];
}

/** Its address, if it is known, and what was found there. */
type Page = [string | undefined, unknown[]];

const readingOf = (pages: readonly Page[]): Reading => ({
  tool: 'pa11y',
  failures: pages.flatMap(([page, found]) =>
    isErrorPage(page)
      ? []
      : found.filter((item) => isIssue(item) && !isOmission(item)).map((issue) => failureOf(issue, page)),
  ),
  pages: pages.filter((page) => !hasFailed(page)).map(([page]) => page),
  failed: pages.filter(hasFailed).map(([page = 'a page']) => page),
  isEmpty: pages.every(hasFailed),
  omissions: pages.flatMap(([page = 'the page', found]) =>
    isErrorPage(page)
      ? [`A page did not load: ${page}.`]
      : found
          .filter((item) => !isIssue(item) || isOmission(item))
          .map((item) =>
            isIssue(item)
              ? `The frame ${text(at(item, 'selector')) ?? ''} of ${page} was not examined.`
              : `The page ${page} failed: ${text(at(item, 'message')) ?? 'no reason given'}.`,
          ),
  ),
});

/** A page that could not be tested, or that did not load. */
const hasFailed = ([page, found]: Page): boolean => isErrorPage(page) || found.some((item) => !isIssue(item));

/** A frame that axe-core could not enter, of which pa11y makes an error. */
const isOmission = (issue: unknown): boolean => at(issue, 'code') === 'frame-tested';

const isIssue = (issue: unknown): boolean =>
  text(at(issue, 'code')) !== undefined &&
  typeof at(issue, 'message') === 'string' &&
  named(TYPES, at(issue, 'type')) !== undefined &&
  (at(issue, 'selector') !== undefined || at(issue, 'typeCode') !== undefined);

const isResult = (result: unknown): boolean =>
  typeof at(result, 'pageUrl') === 'string' &&
  Array.isArray(at(result, 'issues')) &&
  list(at(result, 'issues')).every(isIssue);

/** An error loses all but its message in JSON, and an older one even that. */
const isPageError = (item: unknown): boolean =>
  isObject(item) && Object.keys(item).every((name) => ['message', 'name', 'stack'].includes(name));

function failureOf(issue: unknown, page: string | undefined): Failure {
  const code = text(at(issue, 'code'));
  const isOfAxe = at(issue, 'runner') === 'axe';
  return {
    ruleId: code,
    title: firstText(at(issue, 'runnerExtras', 'help'), at(issue, 'message')),
    description: text(at(issue, 'context')),
    ...(isOfAxe ? ratingsOf(issue) : {}),
    page,
    needsReview: isOfAxe ? at(issue, 'runnerExtras', 'needsFurtherReview') === true : at(issue, 'type') !== 'error',
    wcag: isOfAxe ? criteriaOfAxe(code) : criterionOf(code),
    selector: text(at(issue, 'selector')),
    snippet: text(at(issue, 'context')),
    helpUrl: text(at(issue, 'runnerExtras', 'helpUrl')),
  };
}

/** An impact that is not told is one of those that pa11y makes the type of. */
const ratingsOf = (issue: unknown): Ratings | undefined => {
  const impact = at(issue, 'runnerExtras', 'impact');
  return impact === undefined || impact === null ? named(TYPES, at(issue, 'type')) : ratingsOfImpact(impact);
};

/** HTML_CodeSniffer's codes name the criterion: `WCAG2AA.Principle1.Guideline1_1.1_1_1.H37`, `….1_3_1_A.G141`. */
function criterionOf(code: string | undefined): string[] {
  const parts = /^WCAG2.*\.([1-4])_(\d)_(\d{1,2})(?![\d])/.exec(code ?? '');
  return parts ? [`${parts[1]}.${parts[2]}.${parts[3]}`] : [];
}
