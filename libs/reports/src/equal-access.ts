import { at, list, text } from './json.js';
import { findingOf, type ReportFinding, type ReportFormat } from './report.js';

const POLICIES: Readonly<Record<string, ReportFinding['severity']>> = { VIOLATION: 'high', RECOMMENDATION: 'low' };

/** IBM Equal Access: results whose outcome is FAIL; where they are is an XPath. */
export const equalAccess: ReportFormat = {
  recognises: (report) =>
    list(at(report, 'results')).some(
      (result) => text(at(result, 'ruleId')) !== undefined && Array.isArray(at(result, 'value')),
    ),
  read: (report) => {
    const page = text(at(report, 'summary', 'URL'));
    return {
      format: 'ibm-equal-access',
      tool: 'ibm-equal-access',
      target: page,
      complete: true,
      findings: list(at(report, 'results'))
        .filter((result) => at(result, 'value', 1) === 'FAIL')
        .flatMap((result) =>
          findingOf({
            ruleId: text(at(result, 'ruleId')),
            title: text(at(result, 'message')),
            description: text(at(result, 'snippet')),
            severity: POLICIES[String(at(result, 'value', 0))],
            page,
            selector: text(at(result, 'path', 'dom')),
          }),
        ),
    };
  },
};
