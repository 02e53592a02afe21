import { at, list, text } from './json.js';
import { findingOf, type ReportFinding, type ReportFormat, severityOfImpact } from './report.js';

/** pa11y: an array of what its runners found on one page. */
export const pa11y: ReportFormat = {
  recognises: (report) =>
    Array.isArray(report) && at(report, 0, 'code') !== undefined && at(report, 0, 'runner') !== undefined,
  read: (report) => ({
    format: 'pa11y',
    tool: 'pa11y',
    complete: true,
    findings: list(report).flatMap((found) => problem(found, undefined)),
  }),
};

/** pa11y-ci: pages by their address. A page that could not be tested makes the run partial. */
export const pa11yCi: ReportFormat = {
  recognises: (report) =>
    typeof at(report, 'total') === 'number' &&
    typeof at(report, 'results') === 'object' &&
    at(report, 'results') !== null,
  read: (report) => {
    const pages = Object.entries(at(report, 'results') as Record<string, unknown>);
    return {
      format: 'pa11y-ci',
      tool: 'pa11y',
      target: pages.map(([page]) => page).join(' ') || undefined,
      complete: pages.every(([, found]) => list(found).every((item) => at(item, 'code') !== undefined)),
      findings: pages.flatMap(([page, found]) => list(found).flatMap((item) => problem(item, page))),
    };
  },
};

const TYPES: Readonly<Record<string, ReportFinding['severity']>> = { error: 'high', warning: 'medium', notice: 'low' };

function problem(found: unknown, page: string | undefined): ReportFinding[] {
  const code = text(at(found, 'code'));
  const impact = at(found, 'runnerExtras', 'impact');
  return findingOf({
    ruleId: code,
    title: text(at(found, 'runnerExtras', 'help')) ?? text(at(found, 'message')),
    description: text(at(found, 'context')),
    severity: impact === undefined ? TYPES[String(at(found, 'type'))] : severityOfImpact(impact),
    page,
    wcag: criterionOf(code),
    selector: text(at(found, 'selector')),
  });
}

/** HTML_CodeSniffer's codes name the criterion: `WCAG2AA.Principle1.Guideline1_1.1_1_1.H37`. */
function criterionOf(code: string | undefined): string[] {
  const parts = /\.([1-4])_(\d)_(\d{1,2})\./.exec(`${code}.`);
  return parts ? [`${parts[1]}.${parts[2]}.${parts[3]}`] : [];
}
