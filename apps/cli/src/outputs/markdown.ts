import { failuresIn, omissionsIn } from '../reading/report.js';
import { type Gate, introducedOf } from '../gate/gate.js';
import { placeOf } from './places.js';
import type { UploadResult } from './upload-result.js';

const MOST_PAGES = 5;
const SIGNS = { passed: '✅', failed: '❌', 'not checked': '⚪', 'not delivered': '⚠️' } as const;

/** The heading of a summary or a comment. */
export const headingOf = (verdict: Gate['verdict']): string => `### ${SIGNS[verdict]} Accessibility: ${verdict}`;

/**
 * The result for a summary.
 * @param most how many introduced findings it lists
 */
export const asMarkdown = (result: UploadResult, most = 100): string =>
  [headingOf(result.gate.verdict), '', asSection(result, most)].join('\n');

/** The result below a heading. */
export function asSection({ reports, gate, line, isDryRun }: UploadResult, most: number): string {
  const introduced = introducedOf(reports);
  const unnamed = reports.reduce((sum, report) => sum + report.unnamed, 0);
  const more = Math.max(0, introduced.length - most) + unnamed;
  const rows = introduced.slice(0, most).map((found) => {
    const { ruleId, title, severity = '' } = found.finding;
    const also = found.pages.slice(0, MOST_PAGES).map((page) => `, also on ${code(page)}`);
    const rest = found.pages.length > MOST_PAGES ? `, and ${found.pages.length - MOST_PAGES} more` : '';
    return `| ${found.change === 'regressed' ? 'back' : found.change} | ${severity} | ${code(ruleId)} ${cell(title)} | ${code(placeOf(found))}${also.join('')}${rest} |`;
  });
  const totals = reports.map(({ report, coverage, answers }) => {
    const runs = answers.flatMap(({ testActivity }) => testActivity ?? []);
    const links = runs.map(({ number, url }) => (url ? `[run ${number}](${url})` : `run ${number}`));
    const failures = failuresIn(report.found).length;
    const unsure = report.found.length - failures;
    const behind = answers.reduce((sum, answer) => sum + (answer.behind ?? 0), 0);
    const about = [
      `${failures} findings`,
      ...(behind > 0 ? [`${behind} fixed on the main branch (rebase)`] : []),
      ...(unsure > 0 ? [`${unsure} to review`] : []),
      coverage.coverage,
      ...links.slice(0, 5),
    ];
    return `- **${cell(report.tool)}**: ${about.join(', ')}`;
  });
  const omissions = reports.flatMap(({ report }) =>
    omissionsIn(report).map((omission) => `- Not examined by ${cell(report.tool)}: ${cell(omission)}`),
  );
  const unlisted = omissions.length - most;
  return [
    cell(gate.reason),
    '',
    ...(rows.length === 0 ? [] : ['| | Severity | Rule | Where |', '| --- | --- | --- | --- |', ...rows, '']),
    ...(more > 0 ? [`… and ${more} more.`, ''] : []),
    ...totals,
    ...omissions.slice(0, most),
    ...(unlisted > 0 ? [`- … and ${unlisted} more that were not examined`] : []),
    ...(reports.length === 0
      ? []
      : ['', `Line: ${line.line} (${cell(line.because)}).${isDryRun ? ' Dry run: nothing was stored.' : ''}`]),
    '',
  ].join('\n');
}

/** Text of a report inside a table: no line breaks, no markup of its own, and nobody is notified by it. */
export const cell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\|`*_<>[\]#]/g, (sign) => `\\${sign}`)
    .replaceAll('@', '@\u200b')
    .trim();

/** Text of a report as code; a backtick inside would end it. */
const code = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '\\|').trim();
  return line === '' ? '' : `\`${line.length > 300 ? `${line.slice(0, 299)}…` : line}\``;
};
