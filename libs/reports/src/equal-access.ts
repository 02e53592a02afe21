import { isErrorPage } from './axe-core.js';
import { at, entries, isObject, list, named, text } from './json.js';
import { ratingsOfPolicy } from './ratings.js';
import type { Failure, Format } from './report.js';
import { criteriaOfIbm, ibmLevel, presentIbmRule } from './rules/criteria.js';

const OUTCOMES: Readonly<Record<string, 'failure' | 'review'>> = {
  FAIL: 'failure',
  POTENTIAL: 'review',
  MANUAL: 'review',
};

/** What only its reports have: one that found nothing is told by them. */
const MARKS = ['toolID', 'ruleArchive', 'numExecuted', 'ruleTime', 'totalTime', 'nls'];

/**
 * IBM Equal Access: results that fail, or that a person has to judge, and that nobody has set aside; where they are is
 * an XPath.
 */
export const equalAccess: Format = {
  name: 'ibm-equal-access',
  recognises: (report) =>
    Array.isArray(at(report, 'results')) &&
    list(at(report, 'results')).every(isResult) &&
    (list(at(report, 'results')).length > 0 ||
      MARKS.some((mark) => at(report, mark) !== undefined) ||
      at(report, 'summary', 'ruleArchive') !== undefined),
  read: (reports) => {
    const times = reports.map((report) => timeOf(at(report, 'summary', 'startScan')));
    return [
      {
        tool: 'ibm-equal-access',
        toolVersion: /(\d+\.\d+\.\d+)$/.exec(text(at(reports[0], 'toolID')) ?? '')?.[1],
        failures: reports.filter((report) => !hasFailed(report)).flatMap(failuresOf),
        pages: reports.filter((report) => !hasFailed(report)).map(pageOf),
        failed: reports.filter(hasFailed).map((report) => pageOf(report)!),
        isEmpty: reports.every(hasFailed),
        omissions: reports.filter(hasFailed).map((report) => `A page did not load: ${pageOf(report)}.`),
        selections: reports.flatMap(selectionsOf),
        startedAt: times[0],
        completedAt: times.at(-1),
      },
    ];
  },
};

const isResult = (result: unknown): boolean =>
  text(at(result, 'ruleId')) !== undefined &&
  Array.isArray(at(result, 'value')) &&
  entries(at(result, 'path')).length > 0;

const pageOf = (report: unknown): string | undefined => text(at(report, 'summary', 'URL'));

const hasFailed = (report: unknown): boolean => isErrorPage(pageOf(report));

/** Levels that somebody has left out; those of recommendations are left out by default. */
function selectionsOf(report: unknown): string[] {
  const levels = at(report, 'summary', 'reportLevels');
  const missing = ['violation', 'potentialviolation'].filter((level) => !list(levels).includes(level));
  return Array.isArray(levels) && missing.length > 0
    ? [`Results were left out: ${missing.join(', ')} (reportLevels).`]
    : [];
}

const timeOf = (milliseconds: unknown): string | undefined =>
  typeof milliseconds === 'number' && Math.abs(milliseconds) < 8.64e15
    ? new Date(milliseconds).toISOString()
    : undefined;

const failuresOf = (report: unknown): Failure[] =>
  list(at(report, 'results'))
    .filter((result) => named(OUTCOMES, at(result, 'value', 1)) !== undefined && at(result, 'ignored') !== true)
    .filter(isObject)
    .map((result) => {
      const { ruleId, reason } = presentIbmRule(at(result, 'ruleId'), at(result, 'reasonId'));
      return {
        ruleId,
        title: text(at(result, 'message')),
        description: text(at(result, 'snippet')),
        ...ratingsOfPolicy(at(result, 'value', 0), ibmLevel(ruleId)),
        wcag: criteriaOfIbm(ruleId, reason),
        page: pageOf(report),
        needsReview: named(OUTCOMES, at(result, 'value', 1)) === 'review',
        selector: text(at(result, 'path', 'dom')),
        snippet: text(at(result, 'snippet')),
        helpUrl: text(at(result, 'help')),
      };
    });
