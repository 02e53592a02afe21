import { short } from '../context/base.js';
import { introducedOf, toReview } from '../gate/gate.js';
import { countsOf, type IngestAnswer, type Introduced, type ReportResult } from '../gate/result.js';
import { painted } from '../printable.js';
import { failuresIn, type Found, omissionsIn } from '../reading/report.js';
import type { Terminal } from '../terminal.js';
import type { UploadResult } from './upload-result.js';

const WIDTH = 80;
const MOST = 50;
const MOST_PAGES = 10;
const INDENT = ' '.repeat(16);
const WORDS = { new: 'new', regressed: 'back', spread: 'spread' } as const;

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
    ...baseLines(result),
    ...introducedLines(reports, terminal),
    ...(gate.failOn === 'review' ? reviewLines(reports, terminal) : []),
    ...wrapped(`The gate: ${gate.verdict}. ${gate.reason}`).map((text, index) =>
      index === 0 ? text.replace(gate.verdict, verdict) : text,
    ),
    '',
  ].join('\n');
}

function summary(reported: ReportResult, isDryRun: boolean, terminal: Pick<Terminal, 'hasColour'>): string[] {
  const { report, coverage, answers, partCount } = reported;
  const { tool, toolVersion, files, found } = report;
  const failures = failuresIn(found).length;
  const unsure = found.length - failures;
  const name = painted(terminal, 'bold', toolVersion ? `${tool} ${toolVersion}` : tool);
  const sources = files.length === 1 ? files[0] : `${files.length} files`;
  const advice = coverage.advice ? ` (complete: ${coverage.advice})` : '';
  const delta = countsOf(reported);
  const behind = answers.reduce((sum, answer) => sum + (answer.behind ?? 0), 0);
  const sent = answers.length === partCount ? '' : `  ${answers.length} of ${partCount} parts were delivered.`;
  const fixes = answers.findLast((answer) => answer.fixes !== null)?.fixes;
  return [
    `${name}: ${failures} ${failures === 1 ? 'finding' : 'findings'} in ${sources}${unsure > 0 ? `, and ${unsure} to review` : ''}`,
    ...wrapped(`Coverage: ${coverage.coverage}, because ${coverage.because}${advice}.`, '  '),
    ...omissionLines(report, coverage.because),
    ...(sent ? [sent] : []),
    ...(answers.length === 0
      ? []
      : [
          `  ${delta.new} new, ${delta.regressed} regressed${delta.spread ? `, ${delta.spread} on more pages` : ''}, ${delta.known} known, ${delta.dismissed} dismissed, ${delta.resolved} resolved${delta.review ? `, ${delta.review} to review` : ''}`,
          ...(behind > 0 ? wrapped(`${behind} of these are fixed on the main branch: rebase.`, '  ') : []),
          ...(fixes == null ? [] : [`  Fixes ${fixes} existing findings.`]),
          ...runLines(answers, isDryRun),
        ]),
  ];
}

function runLines(answers: readonly IngestAnswer[], isDryRun: boolean): string[] {
  if (isDryRun) return ['  Dry run: nothing was stored.'];
  const runs = answers.flatMap(({ testActivity }) => testActivity ?? []);
  const numbers = runs.map(({ number }) => `${number}`).join(', ');
  const address = runs.findLast(({ url }) => url)?.url;
  return [...wrapped(`Run ${numbers}`, '  '), ...(address ? [`  ${address}`] : [])];
}

/** All that was not examined, unless it is the reason that was given before. */
function omissionLines(report: ReportResult['report'], because: string): string[] {
  const omissions = omissionsIn(report);
  if (omissions.length === 0 || omissions.join('; ') === because) return [];
  const more = omissions.length - MOST;
  return [
    '  Not examined:',
    ...omissions.slice(0, MOST).flatMap((one) => wrapped(`- ${one}`, '    ')),
    ...(more > 0 ? [`    … and ${more} more (--out json has all)`] : []),
  ];
}

function baseLines({ base, reports }: UploadResult): string[] {
  if (!base || reports.length === 0) return [];
  const [first] = base.commits;
  if (first === undefined) return wrapped(`Base: unknown, because ${base.because}.`);
  const answers = reports.flatMap((report) => report.answers);
  const { commitSha, number } = answers.findLast((answer) => answer.base)?.base ?? {};
  const found =
    commitSha === undefined
      ? `no main-line run for it${base.commits.length > 1 ? `, or for the ${base.commits.length - 1} commits before` : ''}`
      : `as in run ${number}${commitSha === first ? '' : ` of ${short(commitSha)}`}`;
  return wrapped(`Base: ${short(first)} (${base.because})${answers.length > 0 ? `, ${found}` : ''}.`);
}

function reviewLines(reports: readonly ReportResult[], terminal: Pick<Terminal, 'hasColour'>): string[] {
  const some = toReview(reports);
  return [
    ...some.slice(0, MOST).flatMap((one) => lines(one, 'review', terminal)),
    ...(some.length > MOST ? [`  … and ${some.length - MOST} more to review`] : []),
    ...(some.length > 0 ? [''] : []),
  ];
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
    ...introduced
      .slice(0, MOST)
      .flatMap((one) => [
        ...lines(one, isJudged ? WORDS[one.change] : undefined, terminal),
        ...spreadLines(one, terminal),
      ]),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    '',
  ];
}

/** The pages that it has spread to; the first one of many. */
function spreadLines({ pages }: Introduced, terminal: Pick<Terminal, 'hasColour'>): string[] {
  const more = pages.length > MOST_PAGES ? [`and ${pages.length - MOST_PAGES} more`] : [];
  return [...pages.slice(0, MOST_PAGES).map((page) => `also on ${oneLine(page)}`), ...more].map(
    (text) => `${INDENT}${painted(terminal, 'dim', text)}`,
  );
}

function lines({ finding, place }: Found, kind: string | undefined, terminal: Pick<Terminal, 'hasColour'>): string[] {
  const { ruleId, title, severity = '', sourceUrl, selector } = finding;
  const word = kind === undefined ? '' : kind.padEnd(7);
  const mark = painted(terminal, severity === 'high' ? 'red' : 'yellow', `${word}${severity.padEnd(7)}`);
  const rule = oneLine(ruleId);
  const head = `${rule}: ${fitted(title, Math.max(20, WIDTH - 2 - INDENT.length - rule.length))}`;
  const at = place ? [place.path, place.line].filter((part) => part !== undefined).join(':') : sourceUrl;
  const where = [at && oneLine(at), selector && fitted(selector, WIDTH - INDENT.length)].filter(
    (text) => text !== undefined,
  );
  return [`  ${mark}${head}`, ...where.map((text) => `${INDENT}${painted(terminal, 'dim', text)}`)];
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
