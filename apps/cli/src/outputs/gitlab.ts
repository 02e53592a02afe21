import { failuresIn, type Found } from '../reading/report.js';
import { shownAt } from './places.js';
import { fingerprint, onPage } from './sarif.js';
import type { UploadResult } from './upload-result.js';

const TYPES = { high: ['error', 1], medium: ['warning', 2], low: ['notice', 3] } as const;

/** What GitLab's accessibility widget takes, which is the report of pa11y-ci: all findings of pages, by page. */
export function asGitlabAccessibility({ reports }: UploadResult): string {
  const results: Record<string, object[]> = {};
  for (const { report } of reports) {
    for (const page of report.pages) results[page] ??= [];
    for (const { finding } of failuresIn(report.found)) {
      if (finding.sourceUrl !== undefined) (results[finding.sourceUrl] ??= []).push(issueOf(finding));
    }
  }
  const pages = Object.values(results);
  const errors = pages.reduce((sum, issues) => sum + issues.length, 0);
  const passes = pages.filter((issues) => issues.length === 0).length;
  return `${JSON.stringify({ total: pages.length, passes, errors, results }, null, 2)}\n`;
}

function issueOf({ ruleId, title, description = '', severity = 'medium', selector = '' }: Found['finding']) {
  const [type, typeCode] = TYPES[severity];
  return {
    code: ruleId,
    type,
    typeCode,
    message: title,
    context: description,
    selector,
    runner: 'curbcut',
    runnerExtras: {},
  };
}

const SEVERITIES = { high: 'major', medium: 'minor', low: 'info' } as const;

/**
 * GitLab's Code Quality, and Code Climate's issues: all findings, those of pages at a file, since it wants path and
 * line.
 */
export function asCodeQuality({ reports, shown }: UploadResult): string {
  const issues = reports.flatMap(({ report }) =>
    failuresIn(report.found).map((found) => {
      const { finding } = found;
      const { path, line, message } = shownAt(found, shown);
      return {
        type: 'issue',
        check_name: finding.ruleId,
        description: found.place === undefined ? message : finding.title,
        categories: ['Compatibility'],
        severity: SEVERITIES[finding.severity ?? 'medium'],
        fingerprint: fingerprint(`${report.tool} ${onPage(found)}`),
        location: { path, lines: { begin: line } },
      };
    }),
  );
  return `${JSON.stringify(issues, null, 2)}\n`;
}
