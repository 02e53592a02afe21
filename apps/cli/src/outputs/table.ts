import { introducedOf } from '../gate/gate.js';
import type { IngestAnswer, Introduced, ReportResult } from '../gate/result.js';
import { painted } from '../printable.js';
import { failuresIn } from '../reading/report.js';
import type { Terminal } from '../terminal.js';
import type { UploadResult } from './upload-result.js';

const WIDTH = 80;
const MOST = 50;

/** The result for people, in 80 columns. */
export function asTable(result: UploadResult, terminal: Pick<Terminal, 'hasColour'>): string {
  const { line, reports, gate, isDryRun } = result;
  const colour = { passed: 'green', failed: 'red', 'not checked': 'yellow', 'not delivered': 'red' } as const;
  const verdict = painted(terminal, colour[gate.verdict], painted(terminal, 'bold', gate.verdict));
  return [
    ...reports.flatMap((report) => [...summary(report, isDryRun, terminal), '']),
    ...(reports.length === 0
      ? []
      : wrapped(`Line: ${line.line} (${line.because}${line.advice ? `; ${line.advice}` : ''}).`)),
    ...introducedLines(reports, terminal),
    ...wrapped(`The gate: ${gate.verdict}. ${gate.reason}`).map((text, index) =>
      index === 0 ? text.replace(gate.verdict, verdict) : text,
    ),
    '',
  ].join('\n');
}

function summary(
  { report, coverage, answers, partCount }: ReportResult,
  isDryRun: boolean,
  terminal: Pick<Terminal, 'hasColour'>,
): string[] {
  const { tool, toolVersion, files, found } = report;
  const failures = failuresIn(found).length;
  const unsure = found.length - failures;
  const name = painted(terminal, 'bold', toolVersion ? `${tool} ${toolVersion}` : tool);
  const sources = files.length === 1 ? files[0] : `${files.length} files`;
  const advice = coverage.advice ? ` (complete: ${coverage.advice})` : '';
  const delta = total(answers);
  const sent = answers.length === partCount ? '' : `  ${answers.length} of ${partCount} parts were delivered.`;
  const fixes = answers.findLast((answer) => answer.fixes !== null)?.fixes;
  return [
    `${name}: ${failures} ${failures === 1 ? 'finding' : 'findings'} in ${sources}${unsure > 0 ? `, and ${unsure} to review` : ''}`,
    ...wrapped(`Coverage: ${coverage.coverage}, because ${coverage.because}${advice}.`, '  '),
    ...(sent ? [sent] : []),
    ...(answers.length === 0
      ? []
      : [
          `  ${delta.new} new, ${delta.regressed} regressed, ${delta.known} known, ${delta.dismissed} dismissed, ${delta.resolved} resolved${delta.review ? `, ${delta.review} to review` : ''}`,
          ...(fixes == null ? [] : [`  It mends ${fixes} of what there is.`]),
          ...runLines(answers, isDryRun),
        ]),
  ];
}

function runLines(answers: readonly IngestAnswer[], isDryRun: boolean): string[] {
  if (isDryRun) return ['  Nothing was kept: this was a check.'];
  const runs = answers.flatMap(({ testActivity }) => testActivity ?? []);
  const numbers = runs.map(({ number }) => `${number}`).join(', ');
  const address = runs.findLast(({ url }) => url)?.url;
  return [...wrapped(`Run ${numbers}`, '  '), ...(address ? [`  ${address}`] : [])];
}

function total(answers: readonly IngestAnswer[]): IngestAnswer['delta'] {
  const sum = { new: 0, known: 0, regressed: 0, dismissed: 0, resolved: 0, review: 0 };
  for (const { delta } of answers)
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += delta[key] ?? 0;
  return sum;
}

function introducedLines(reports: readonly ReportResult[], terminal: Pick<Terminal, 'hasColour'>): string[] {
  const introduced = introducedOf(reports);
  const unnamed = reports.reduce((sum, report) => sum + report.unnamed, 0);
  if (introduced.length + unnamed === 0) return [''];
  // Of what was not sent nobody knows whether it is new.
  const isJudged = reports.some(({ answers }) => answers.length > 0);
  const more = Math.max(0, introduced.length - MOST) + unnamed;
  return [
    '',
    ...introduced.slice(0, MOST).flatMap((one) => lines(one, isJudged, terminal)),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    '',
  ];
}

function lines(
  { finding, place, isRegressed }: Introduced,
  isJudged: boolean,
  terminal: Pick<Terminal, 'hasColour'>,
): string[] {
  const { ruleId, title, severity = '', sourceUrl, selector } = finding;
  const kind = isJudged ? (isRegressed ? 'back' : 'new').padEnd(5) : '';
  const mark = painted(terminal, severity === 'high' ? 'red' : 'yellow', `${kind}${severity.padEnd(7)}`);
  const rule = oneLine(ruleId);
  const head = `${rule}: ${fitted(title, Math.max(20, WIDTH - 16 - rule.length))}`;
  const at = place ? [place.path, place.line].filter((part) => part !== undefined).join(':') : sourceUrl;
  const where = [at && oneLine(at), selector && fitted(selector, WIDTH - 14)].filter((text) => text !== undefined);
  return [`  ${mark}${head}`, ...where.map((text) => `              ${painted(terminal, 'dim', text)}`)];
}

/** One line of at most so many characters; of a longer one its beginning and its end, which tells selectors apart. */
function fitted(text: string, width: number): string {
  const letters = [...oneLine(text)];
  if (letters.length <= width) return letters.join('');
  const head = Math.ceil(width * 0.6);
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (width - head - 1)).join('')}`;
}

/** Without control characters, which a report could colour or clear the terminal with. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

function wrapped(text: string, indent = ''): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of oneLine(text).split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `${indent}  ${word}`;
    } else line = line.trim() === '' ? `${line}${word}` : `${line} ${word}`;
  }
  return [...lines, line];
}
