import { at, list, text } from './json.js';
import { findingOf, type ReportFinding, type ReportFormat } from './report.js';

/** EARL (W3C) as JSON-LD: assertions that failed. */
export const earl: ReportFormat = {
  recognises: (report) =>
    subjectsOf(report).some(({ assertion }) =>
      /^(earl:)?(passed|failed|cantTell|inapplicable|untested)$/.test(outcomeOf(assertion)),
    ),
  read: (report) => {
    const asserted = subjectsOf(report);
    const pages = [...new Set(asserted.flatMap(({ page }) => page ?? []))];
    return {
      format: 'earl',
      tool: text(at(asserted[0]?.assertion, 'assertedBy', 'name')) ?? 'earl',
      target: pages.join(' ').slice(0, 2000) || undefined,
      complete: asserted.every(({ assertion }) => !outcomeOf(assertion).endsWith('untested')),
      findings: asserted.filter(({ assertion }) => outcomeOf(assertion).endsWith('failed')).flatMap(failure),
    };
  },
};

interface Asserted {
  page: string | undefined;
  assertion: unknown;
}

function subjectsOf(report: unknown): Asserted[] {
  const nodes = Array.isArray(at(report, '@graph')) ? list(at(report, '@graph')) : [report].flat();
  return nodes.flatMap((node): Asserted[] => {
    if (at(node, '@type') === 'Assertion') {
      return [
        {
          page: text(at(node, 'subject', 'source')) ?? text(at(node, 'subject', '@id')) ?? text(at(node, 'subject')),
          assertion: node,
        },
      ];
    }
    return list(at(node, 'assertions')).map((assertion) => ({
      page: text(at(node, 'source')) ?? text(at(node, '@id')),
      assertion,
    }));
  });
}

const outcomeOf = (assertion: unknown): string =>
  text(at(assertion, 'result', 'outcome', '@id')) ?? text(at(assertion, 'result', 'outcome')) ?? '';

function failure({ page, assertion }: Asserted): ReportFinding[] {
  const test = at(assertion, 'test');
  const title = text(at(test, 'title'));
  return findingOf({
    ruleId: text(at(test, '@id')) ?? title ?? text(test),
    title,
    description: text(at(assertion, 'result', 'description')) ?? text(at(assertion, 'result', 'info')),
    page,
    selector: text(at(assertion, 'result', 'pointer', 'expression')) ?? text(at(assertion, 'result', 'pointer')),
  });
}
