import { at, list, text } from './json.js';
import { findingOf, type ReportFormat } from './report.js';

const RULES = 'jsx-a11y/';

/** ESLint: what the rules of jsx-a11y found; where is `file:line:column`. */
export const eslint: ReportFormat = {
  recognises: (report) =>
    Array.isArray(report) && typeof at(report, 0, 'filePath') === 'string' && Array.isArray(at(report, 0, 'messages')),
  read: (report) => ({
    format: 'eslint-jsx-a11y',
    tool: 'eslint-jsx-a11y',
    complete: list(report).every(
      (file) => !list(at(file, 'messages')).some((message) => at(message, 'fatal') === true),
    ),
    findings: list(report).flatMap((file) =>
      list(at(file, 'messages'))
        .filter((message) => text(at(message, 'ruleId'))?.startsWith(RULES))
        .flatMap((message) =>
          findingOf({
            ruleId: text(at(message, 'ruleId')),
            title: text(at(message, 'message')),
            severity: at(message, 'severity') === 2 ? 'high' : 'medium',
            selector: [at(file, 'filePath'), at(message, 'line'), at(message, 'column')].join(':'),
          }),
        ),
    ),
  }),
};
