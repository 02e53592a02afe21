import { at, firstText, list, text } from './json.js';
import { type Failure, type Format, UnreadableReportError } from './report.js';

/** EARL (W3C) as JSON-LD: assertions that failed. */
export const earl: Format = {
  name: 'earl',
  recognises: (report) => Array.isArray(at(report, '@graph')) || at(report, '@context') !== undefined,
  read: (reports, { file }) => {
    const asserted = reports.flatMap(assertionsOf);
    if (asserted.length === 0)
      throw new UnreadableReportError(file, 'is JSON-LD without an assertion.', 'Give a report in EARL.');
    return [
      {
        tool: text(at(asserted[0]?.assertion, 'assertedBy', 'name')) ?? 'earl',
        failures: asserted.filter(({ assertion }) => outcomeOf(assertion).endsWith('failed')).map(failureOf),
        pages: asserted.map(({ page }) => page),
        partialBecause: asserted.some(({ assertion }) => outcomeOf(assertion).endsWith('untested'))
          ? ['Something was not tested.']
          : [],
      },
    ];
  },
};

interface Asserted {
  page: string | undefined;
  assertion: unknown;
}

const assertionsOf = (report: unknown): Asserted[] =>
  (Array.isArray(at(report, '@graph')) ? list(at(report, '@graph')) : [report]).flatMap((node): Asserted[] => {
    const page = firstText(at(node, 'subject', 'source'), at(node, 'subject', '@id'), at(node, 'subject'));
    if (at(node, '@type') === 'Assertion') return [{ page, assertion: node }];
    return list(at(node, 'assertions')).map((assertion) => ({
      page: firstText(at(node, 'source'), at(node, '@id')),
      assertion,
    }));
  });

const outcomeOf = (assertion: unknown): string =>
  firstText(at(assertion, 'result', 'outcome', '@id'), at(assertion, 'result', 'outcome')) ?? '';

function failureOf({ page, assertion }: Asserted): Failure {
  const test = at(assertion, 'test');
  const title = text(at(test, 'title'));
  return {
    ruleId: firstText(at(test, '@id'), title, test),
    title,
    description: firstText(at(assertion, 'result', 'description'), at(assertion, 'result', 'info')),
    page,
    selector: firstText(at(assertion, 'result', 'pointer', 'expression'), at(assertion, 'result', 'pointer')),
  };
}
