import { failuresIn, omissionsIn } from '../reading/report.js';
import type { UploadResult } from './upload-result.js';

/** The result for programs; `introduced` holds findings as they were sent. */
export function asJson({ isDryRun, line, base, gate, reports }: UploadResult): string {
  const { verdict, failOn, max, count, reason } = gate;
  const result = {
    gate: { verdict, failOn, max, count, reason },
    dryRun: isDryRun,
    line: { kind: line.line, because: line.because },
    ...(base ? { base: { commits: base.commits, because: base.because } } : {}),
    reports: reports.map(({ report, coverage, partCount, answers, introduced, review, unnamed }) => ({
      tool: report.tool,
      ...(report.toolVersion === undefined ? {} : { toolVersion: report.toolVersion }),
      files: report.files,
      coverage: coverage.coverage,
      coverageBecause: coverage.because,
      notExamined: omissionsIn(report),
      examinedNothing: report.examinedNothing,
      parts: { sent: answers.length, of: partCount },
      testActivities: answers.flatMap(({ testActivity }) => testActivity ?? []),
      findings: failuresIn(report.found).length,
      toReview: report.found.length - failuresIn(report.found).length,
      behind: answers.reduce((sum, { behind }) => sum + (behind ?? 0), 0),
      base: answers.findLast(({ base }) => base)?.base ?? null,
      fixes: answers.findLast(({ fixes }) => fixes !== null)?.fixes ?? null,
      introduced: introduced.map(({ finding, place, change, pages }) => ({
        ...finding,
        ...(place ? { place } : {}),
        change,
        ...(change === 'spread' ? { spreadTo: pages } : {}),
      })),
      introducedIfSure: review.map(({ finding, place }) => ({ ...finding, ...(place ? { place } : {}) })),
      ...(unnamed > 0 ? { introducedUnnamed: unnamed } : {}),
    })),
  };
  return jsonText(result);
}

/**
 * JSON that a log may show: what the writer would take out of a text is escaped, so that programs read it unchanged.
 */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)
    .replaceAll(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (sign) => sign.split('').map(escaped).join(''))
    .replaceAll(/#(?=#\w{0,20}\[)/g, escaped('#'))}\n`;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
