import { isErrorPage } from './axe-core.js';
import { at, firstText, isObject, list, text } from './json.js';
import { hasTimedOut, missedPage } from './lighthouse-navigation.js';
import { ratingsOfImpact } from './ratings.js';
import { type Failure, type Format, type ReadContext, type Reading, UnreadableReportError } from './report.js';
import { criteriaOfAxe } from './rules/criteria.js';

/** Lighthouse: the audits of its accessibility category that failed, of one page or of the steps of a flow. */
export const lighthouse: Format = {
  name: 'lighthouse',
  recognises: (report) => isPage(report) || isFlow(report),
  read: (reports, { file }: ReadContext) => {
    const pages = reports
      .flatMap((report) => (isPage(report) ? [report] : list(at(report, 'steps')).map((step) => at(step, 'lhr'))))
      .filter((page) => isObject(at(page, 'categories', 'accessibility')) || hasFailed(page));
    // Taken for a clean one, it would resolve all that others found.
    if (pages.length === 0) {
      throw new UnreadableReportError(
        file,
        'is a Lighthouse report without its accessibility category.',
        'Run Lighthouse with this category: --only-categories=accessibility.',
      );
    }
    return [readingOf(pages)];
  },
};

const isPage = (report: unknown): boolean =>
  typeof at(report, 'lighthouseVersion') === 'string' && isObject(at(report, 'audits'));

const isFlow = (report: unknown): boolean =>
  Array.isArray(at(report, 'steps')) &&
  list(at(report, 'steps')).length > 0 &&
  list(at(report, 'steps')).every((step) => isPage(at(step, 'lhr')));

/** A page that has failed ends at an address of the browser's own. Until version 5 there was an error without one. */
const hasFailed = (page: unknown): boolean =>
  (isObject(at(page, 'runtimeError')) && at(page, 'runtimeError', 'code') !== 'NO_ERROR') ||
  FINAL.some((name) => isErrorPage(text(at(page, name))));

const FINAL = ['finalDisplayedUrl', 'finalUrl'];

const addressOf = (page: unknown): string | undefined =>
  [...FINAL, 'requestedUrl']
    .map((name) => text(at(page, name)))
    .find((address) => address !== undefined && !isErrorPage(address));

function readingOf(pages: readonly unknown[]): Reading {
  const times = pages.flatMap((page) => text(at(page, 'fetchTime')) ?? []).sort();
  return {
    tool: 'lighthouse',
    toolVersion: text(at(pages[0], 'lighthouseVersion')),
    failures: pages.flatMap((page, run) =>
      hasFailed(page) ? [] : auditsOf(page).flatMap((audit) => failuresOf(audit, page, run)),
    ),
    pages: pages.filter((page) => !hasFailed(page)).map(addressOf),
    failed: pages.flatMap((page) => (hasFailed(page) ? (addressOf(page) ?? 'a page') : (missedPage(page) ?? []))),
    isEmpty: pages.every(hasFailed),
    startedAt: times[0],
    completedAt: times.at(-1),
    omissions: pages.flatMap(omissionsOf),
    selections: pages.flatMap(selectionsOf),
  };
}

interface Audit {
  audit: unknown;
  /** Lighthouse does not show it, since the rule of axe-core behind it is experimental. */
  isHidden: boolean;
}

const auditsOf = (page: unknown): Audit[] =>
  list(at(page, 'categories', 'accessibility', 'auditRefs')).flatMap((reference) => {
    const id = text(at(reference, 'id'));
    return id === undefined ? [] : [{ audit: at(page, 'audits', id), isHidden: at(reference, 'group') === 'hidden' }];
  });

function failuresOf({ audit, isHidden }: Audit, page: unknown, run: number): Failure[] {
  if (at(audit, 'score') !== 0) return [];
  const items = list(at(audit, 'details', 'items'));
  return (items.length === 0 ? [undefined] : items).map((item) => ({
    ruleId: text(at(audit, 'id')),
    title: words(at(audit, 'title')),
    description: firstText(at(item, 'node', 'explanation'), words(at(audit, 'description'))),
    ...ratingsOfImpact(at(audit, 'details', 'debugData', 'impact')),
    page: addressOf(page),
    needsReview: isHidden,
    wcag: criteriaOfAxe(at(audit, 'id'), list(at(audit, 'details', 'debugData', 'tags'))),
    selector: text(at(item, 'node', 'selector')),
    snippet: text(at(item, 'node', 'snippet')),
    // Its selectors are short, and several elements share one. Their path tells their order in the document.
    order: (text(at(item, 'node', 'path'))?.split(',') ?? []).map(Number).filter(Number.isInteger),
    run,
  }));
}

function omissionsOf(page: unknown): string[] {
  const where = addressOf(page) ?? 'a page';
  if (hasFailed(page))
    return [
      `The page ${where} failed: ${firstText(at(page, 'runtimeError', 'code'), at(page, 'runtimeError', 'message')) ?? 'it did not load'}`,
    ];
  const missed = missedPage(page);
  return [
    ...(missed === undefined ? [] : [`The page ${missed} was not examined: it redirected to ${where}.`]),
    ...(hasTimedOut(page) ? [`The page ${where} was examined before it had finished loading.`] : []),
    ...auditsOf(page)
      .filter(({ audit }) => at(audit, 'scoreDisplayMode') === 'error')
      .map(({ audit }) => `The audit ${text(at(audit, 'id')) ?? ''} failed on ${where}.`),
  ];
}

/** Audits that somebody has chosen. */
function selectionsOf(page: unknown): string[] {
  const namesIn = (setting: string): string[] =>
    list(at(page, 'configSettings', setting)).flatMap((audit) => text(audit) ?? []);
  const [only, skipped] = [namesIn('onlyAudits'), namesIn('skipAudits')];
  return [
    ...(only.length > 0 ? [`Only the audits ${only.join(', ')} ran.`] : []),
    ...(skipped.length > 0 ? [`Audits were left out: ${skipped.join(', ')}.`] : []),
  ];
}

/** A text, or one that Lighthouse has not translated yet. */
const words = (value: unknown): string | undefined => firstText(value, at(value, 'formattedDefault'));
