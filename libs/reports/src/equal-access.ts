import { at, entries, isObject, list, named, text } from './json.js';
import { ratingsOfPolicy } from './ratings.js';
import type { Failure, Format } from './report.js';
import { criteriaOfIbm, ibmLevel } from './rules/criteria.js';

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
        failures: reports.flatMap(failuresOf),
        pages: reports.map(pageOf),
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

const timeOf = (milliseconds: unknown): string | undefined =>
  typeof milliseconds === 'number' && Math.abs(milliseconds) < 8.64e15
    ? new Date(milliseconds).toISOString()
    : undefined;

const failuresOf = (report: unknown): Failure[] =>
  list(at(report, 'results'))
    .filter((result) => named(OUTCOMES, at(result, 'value', 1)) !== undefined && at(result, 'ignored') !== true)
    .filter(isObject)
    .map((result) => ({
      ruleId: text(at(result, 'ruleId')),
      title: text(at(result, 'message')),
      description: text(at(result, 'snippet')),
      ...ratingsOfPolicy(at(result, 'value', 0), ibmLevel(at(result, 'ruleId'))),
      wcag: criteriaOfIbm(at(result, 'ruleId'), at(result, 'reasonId')),
      page: pageOf(report),
      needsReview: named(OUTCOMES, at(result, 'value', 1)) === 'review',
      selector: text(at(result, 'path', 'dom')),
      snippet: text(at(result, 'snippet')),
      helpUrl: text(at(result, 'help')),
    }));
