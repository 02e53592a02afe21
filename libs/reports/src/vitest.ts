import { type AxeRun, axeReading, isAxeResult } from './axe-core.js';
import { at, firstText, list, text } from './json.js';
import { type Format, UnreadableReportError } from './report.js';

/** Vitest's JSON report: the results of axe-core that Storybook's accessibility addon leaves with each story. */
export const vitest: Format = {
  name: 'vitest',
  recognises: (report) =>
    Array.isArray(at(report, 'testResults')) &&
    typeof at(report, 'numTotalTests') === 'number' &&
    list(at(report, 'testResults')).every((file) => Array.isArray(at(file, 'assertionResults'))),
  read: (reports, { file }) => {
    const files = reports.flatMap((report) => list(at(report, 'testResults')));
    const tests = files.flatMap((tested) => list(at(tested, 'assertionResults')));
    const runs = tests.flatMap(runsOf);
    if (runs.length === 0) {
      throw new UnreadableReportError(
        file,
        'is a report of tests none of which carries a result of axe-core.',
        'Run the stories with @storybook/addon-a11y and @storybook/addon-vitest, or use curbcut/vitest or curbcut/jest.',
      );
    }
    const reading = axeReading(runs);
    const broken = files
      .filter((tested) => list(at(tested, 'assertionResults')).length === 0 && at(tested, 'status') === 'failed')
      .map((tested) => `The tests in ${text(at(tested, 'name')) ?? 'a file'} did not run.`);
    return [
      { ...reading, partialBecause: [...broken, ...tests.flatMap(omissionsOf), ...(reading.partialBecause ?? [])] },
    ];
  },
};

const reportsOf = (test: unknown): unknown[] =>
  list(at(test, 'meta', 'reports')).filter((report) => at(report, 'type') === 'a11y');

const storyOf = (test: unknown): string =>
  firstText(at(test, 'meta', 'storyId'), at(test, 'fullName'), at(test, 'title')) ?? 'a test';

const runsOf = (test: unknown): AxeRun[] =>
  reportsOf(test)
    .map((report) => at(report, 'result'))
    .filter(isAxeResult)
    .map((result) => ({ result, place: storyOf(test) }));

/** A story without a result is one that failed before, was skipped, or whose examination failed. */
function omissionsOf(test: unknown): string[] {
  if (runsOf(test).length > 0) return [];
  const status = text(at(test, 'status')) ?? 'unknown';
  const isStory = text(at(test, 'meta', 'storyId')) !== undefined || reportsOf(test).length > 0;
  return isStory || status !== 'passed' ? [`The story ${storyOf(test)} was not examined: ${status}.`] : [];
}
