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
        'is a test report without axe-core results.',
        'Run the stories with @storybook/addon-a11y and @storybook/addon-vitest, or use curbcut/vitest or curbcut/jest.',
      );
    }
    const reading = axeReading(runs);
    const broken = files
      .filter((tested) => list(at(tested, 'assertionResults')).length === 0 && at(tested, 'status') === 'failed')
      .map((tested) => `The tests in ${text(at(tested, 'name')) ?? 'a file'} did not run.`);
    return [{ ...reading, omissions: [...broken, ...tests.flatMap(omissionsOf), ...(reading.omissions ?? [])] }];
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

/**
 * A story without a result is one that was skipped or failed, which keeps what axe-core found to itself unless failures
 * are only warnings. One that passed with an empty list was told not to be examined.
 */
function omissionsOf(test: unknown): string[] {
  const status = text(at(test, 'status')) ?? 'unknown';
  const isStory = text(at(test, 'meta', 'storyId')) !== undefined;
  const isSpared = status === 'passed' && (!isStory || Array.isArray(at(test, 'meta', 'reports')));
  if (runsOf(test).length > 0 || isSpared) return [];
  const advice = isStory && status === 'failed' ? " (parameters.a11y.test = 'todo' lets it produce one)" : '';
  return [`The story ${storyOf(test)} produced no result: ${status}${advice}.`];
}
