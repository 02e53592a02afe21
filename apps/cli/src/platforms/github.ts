import { appendFileSync } from 'node:fs';
import { introducedOf } from '../gate/gate.js';
import { asMarkdown } from '../outputs/markdown.js';
import { masked } from '../printable.js';
import { placeOf } from '../outputs/places.js';
import type { UploadResult } from '../outputs/upload-result.js';
import type { Terminal } from '../terminal.js';

// GitHub shows ten of each step and drops the others without a word.
const MOST_ANNOTATIONS = 9;
// GitHub refuses a summary of more than 1,024 kB.
const MOST_SUMMARY = 1_000_000;

/** Appends the result to the summary of the job, where GitHub has one. */
export function writeSummary(result: UploadResult, env: NodeJS.ProcessEnv): void {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) return;
  const text = [500, 100, 10]
    .map((most) => asMarkdown(result, most))
    .find((one) => Buffer.byteLength(one) < MOST_SUMMARY);
  if (text !== undefined) appendFileSync(file, `${masked(text)}\n`);
}

/** Annotations for what is introduced; on standard error where a program reads standard output. */
export function annotate(result: UploadResult, terminal: Terminal, toError: boolean): void {
  const introduced = introducedOf(result.reports);
  const unnamed = result.reports.reduce((sum, report) => sum + report.unnamed, 0);
  const level = result.gate.verdict === 'failed' ? 'error' : 'warning';
  const lines = introduced.slice(0, MOST_ANNOTATIONS).map((found) => {
    const { finding, place } = found;
    const properties = {
      ...(place
        ? { file: place.path, line: `${place.line ?? 1}`, ...(place.column ? { col: `${place.column}` } : {}) }
        : {}),
      title: finding.ruleId,
    };
    const named = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
    return `${level} ${named.join(',')}::${message(`${finding.title} ${placeOf(found)}`)}`;
  });
  const more = introduced.length + unnamed - lines.length;
  if (more > 0) lines.push(`${level}::${message(`and ${more} more introduced findings`)}`);
  for (const line of lines) terminal.command(line, toError ? 'err' : 'out');
}

/** Workflow commands end at a line break, and `%` begins an escape. */
const message = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
