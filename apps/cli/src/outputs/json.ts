import { failuresIn } from '../reading/report.js';
import type { UploadResult } from './upload-result.js';

/** The result for programs; `introduced` holds findings as they were sent. */
export function asJson({ isDryRun, line, gate, reports }: UploadResult): string {
  const { verdict, failOn, max, count, reason } = gate;
  const result = {
    gate: { verdict, failOn, max, count, reason },
    dryRun: isDryRun,
    line: { kind: line.line, because: line.because },
    reports: reports.map(({ report, coverage, partCount, answers, introduced, unnamed }) => ({
      tool: report.tool,
      ...(report.toolVersion === undefined ? {} : { toolVersion: report.toolVersion }),
      files: report.files,
      coverage: coverage.coverage,
      coverageBecause: coverage.because,
      parts: { sent: answers.length, of: partCount },
      testActivities: answers.flatMap(({ testActivity }) => testActivity ?? []),
      findings: failuresIn(report.found).length,
      toReview: report.found.length - failuresIn(report.found).length,
      fixes: answers.findLast(({ fixes }) => fixes !== null)?.fixes ?? null,
      introduced: introduced.map(({ finding, place, isRegressed }) => ({
        ...finding,
        ...(place ? { place } : {}),
        regressed: isRegressed,
      })),
      ...(unnamed > 0 ? { introducedUnnamed: unnamed } : {}),
    })),
  };
  return jsonText(result);
}

/** JSON that a log may show: what the writer would take out of a text is escaped, so that programs read it unchanged. */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)
    .replaceAll(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (sign) => sign.split('').map(escaped).join(''))
    .replaceAll(/#(?=#\w{0,20}\[)/g, escaped('#'))}\n`;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
