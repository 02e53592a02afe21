import { at, list, text } from './json.js';
import { findingOf, type ReportFinding, type ReportFormat } from './report.js';

const LEVELS: Readonly<Record<string, ReportFinding['severity']>> = { error: 'high', warning: 'medium', note: 'low' };

/** SARIF 2.1.0 of any tool; its driver names it. */
export const sarif: ReportFormat = {
  recognises: (report) => at(report, 'version') === '2.1.0' && Array.isArray(at(report, 'runs')),
  read: (report) => {
    const runs = list(at(report, 'runs'));
    return {
      format: 'sarif',
      tool: text(at(runs[0], 'tool', 'driver', 'name')) ?? 'sarif',
      complete: runs.every((run) =>
        list(at(run, 'invocations')).every((invocation) => at(invocation, 'executionSuccessful') !== false),
      ),
      findings: runs.flatMap((run) =>
        list(at(run, 'results')).flatMap((result) =>
          findingOf({
            ruleId: text(at(result, 'ruleId')) ?? text(at(result, 'rule', 'id')),
            title: text(at(result, 'message', 'text')),
            severity: LEVELS[String(at(result, 'level') ?? 'warning')],
            selector: placeOf(at(result, 'locations', 0, 'physicalLocation')),
          }),
        ),
      ),
    };
  },
};

function placeOf(location: unknown): string | undefined {
  const parts = [
    at(location, 'artifactLocation', 'uri'),
    at(location, 'region', 'startLine'),
    at(location, 'region', 'startColumn'),
  ];
  return parts.filter((part) => part !== undefined).join(':') || undefined;
}
