import { axeCore, cypressAxe } from './axe-core.js';
import { earl } from './earl.js';
import { equalAccess } from './equal-access.js';
import { eslint } from './eslint.js';
import { addressOf, cut, findingsOf, isLostAddress } from './findings.js';
import { htmlValidate } from './html-validate.js';
import { storable } from './json.js';
import { lighthouse } from './lighthouse.js';
import { pa11y, pa11yCi } from './pa11y.js';
import { playwright } from './playwright.js';
import {
  type Format,
  type Reading,
  type ReadReport,
  REPORT_FORMATS,
  type ReportFormat,
  UnreadableReportError,
} from './report.js';
import { sarif } from './sarif.js';
import { textAround } from './text-around.js';
import { vitest } from './vitest.js';

export {
  type ReadReport,
  REPORT_FORMATS,
  type ReportedFinding,
  type ReportFormat,
  UnreadableReportError,
} from './report.js';
export { identityOf } from './findings.js';
export { higher, type Ratings } from './ratings.js';
export { presentRule, rgaaOfRule } from './rules/criteria.js';
export { reportText, textOfBytes } from './slim-text.js';

const FORMATS: readonly Format[] = [
  playwright,
  vitest,
  lighthouse,
  sarif,
  pa11yCi,
  equalAccess,
  axeCore,
  cypressAxe,
  pa11y,
  htmlValidate,
  eslint,
  earl,
];

export interface ReadOptions {
  /** Absent: told by the shape, which an empty list has none of. */
  format?: ReportFormat | undefined;
  /** The root of the repository, as an absolute path: files are named from there. */
  root?: string | undefined;
  /** The name that findings get instead of that of the tool. */
  tool?: string | undefined;
  /** Reads a file that a report refers to, as Playwright's refers to attachments; undefined where there is none. */
  readFile?: ((path: string) => Promise<string | undefined>) | undefined;
}

/**
 * Reads a report of an accessibility tool into what the ingest endpoint takes; a file in which several tools speak
 * gives a report of each.
 * @throws UnreadableReportError
 */
export async function readReport(
  { name, text }: { name: string; text: string },
  { format: requested, root, tool, readFile }: ReadOptions = {},
): Promise<ReadReport[]> {
  const parsed = parse(name, text);
  const reports = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  const format = formatOf(name, reports, requested);
  const readings = await format.read(reports, {
    file: name,
    size: text.length,
    root,
    readFile,
    isNamed: requested !== undefined,
  });
  return readings.map((reading) => reportOf(name, requested ?? format.name, tool, reading));
}

function parse(file: string, text: string): unknown {
  const content = text.replace(/^\uFEFF/, '').trim();
  const refuse = (reason: string, advice: string) => new UnreadableReportError(file, reason, advice);
  if (content === '')
    throw refuse('is empty.', 'Check that the tool ran; a report without findings is not an empty file.');
  if (content.startsWith('<')) throw refuse('is HTML or XML.', 'Configure the tool to write JSON.');
  try {
    return JSON.parse(content) as unknown;
  } catch (error) {
    const around = textAround(text);
    if (around)
      throw refuse(
        `has text ${around.side} its JSON, on line ${around.line}: "${around.words}".`,
        'Let the tool write its JSON, and nothing else, into the file.',
      );
    const isCut = /end of JSON|Unterminated/i.test((error as Error).message);
    throw isCut
      ? refuse(
          'ends in the middle of its JSON.',
          'Check whether the tool was interrupted or the disk is full, and run it again.',
        )
      : refuse(
          `is not JSON (${(error as Error).message}).`,
          'Configure the tool to write only its JSON into the file.',
        );
  }
}

function formatOf(file: string, reports: readonly unknown[], requested: ReportFormat | undefined): Format {
  const format = requested && FORMATS.find(({ name }) => name === (requested === 'lhci' ? 'lighthouse' : requested));
  if (reports.length === 0) {
    if (format?.emptyList) return format;
    throw new UnreadableReportError(
      file,
      format
        ? `is an empty list, which is not a report of ${requested}.`
        : 'is an empty list, which several tools write.',
      format ? 'Check that the tool ran.' : 'Name the tool with --format.',
    );
  }
  const formats = reports.map((report) =>
    format?.recognises(report) ? format : FORMATS.find((one) => one.recognises(report)),
  );
  const [first] = formats;
  const odd = formats.findIndex((one) => one !== first);
  if (odd > 0) {
    throw new UnreadableReportError(
      file,
      `is a list in which number 1 is ${described(first)} and number ${odd + 1} is ${described(formats[odd])}.`,
      'Provide the reports of each tool in a separate file.',
    );
  }
  if (!first || (format && first !== format)) {
    throw new UnreadableReportError(
      file,
      `is ${described(first)}${format ? `, and not of ${requested}` : ''}.`,
      first ? `Remove --format, or use --format ${first.name}.` : `Supported formats: ${REPORT_FORMATS.join(', ')}.`,
    );
  }
  return first;
}

const described = (format: Format | undefined): string =>
  format ? `a report of ${format.name}` : 'JSON, but not a known report';

const TOOL = 120;

function reportOf(file: string, format: ReportFormat, tool: string | undefined, reading: Reading): ReadReport {
  const found = findingsOf(reading.failures);
  const [limits, omissions] = [reading.limits ?? [], reading.omissions ?? []];
  const partialBecause = [...new Set([...limits, ...omissions])].map(storable);
  const addresses = [...(reading.pages ?? []), ...reading.failures.flatMap(({ page, helpUrl }) => [page, helpUrl])];
  const lost = [...new Set(addresses)].filter(isLostAddress);
  const selections = [...new Set(reading.selections)].map(storable);
  const [startedAt, completedAt] = [timeOf(reading.startedAt), timeOf(reading.completedAt)];
  return {
    file,
    format,
    tool: cut(storable(tool ?? reading.tool), TOOL),
    ...(reading.toolVersion === undefined ? {} : { toolVersion: reading.toolVersion }),
    type: 'automated_scan',
    findings: found.map(({ finding }) => finding),
    locations: found.map(({ location }) => location),
    pages: [...new Set((reading.pages ?? []).flatMap((page) => addressOf(page) ?? []))],
    failed: [...new Set(reading.failed)].map(storable),
    examinedNothing: reading.isEmpty === true,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(completedAt === undefined ? {} : { completedAt }),
    examinedEverything: partialBecause.length + selections.length === 0,
    partialBecause,
    selections,
    isShard: limits.length > 0 && omissions.length === 0,
    warnings: [
      ...(reading.warnings ?? []),
      ...lost.map((address) => `The address ${cut(storable(address!), 200)} is not valid, so it is left out.`),
    ],
  };
}

/** A moment with its zone; undefined for anything else. */
function timeOf(written: string | undefined): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(written ?? '')) return undefined;
  const time = Date.parse(written!);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
