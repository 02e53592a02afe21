import type { Settings } from '../config/settings.js';
import type { CiRun } from '../context/ci-run.js';
import type { Line } from '../context/line.js';
import { LocalFault } from '../faults.js';
import type { CoverageChoice } from '../reading/coverage.js';
import { type Found, omissionsIn, type ToolReport } from '../reading/report.js';
import type { IngestBody } from './body.js';
import { idempotencyKey, sweepKey } from './keys.js';
import { pack } from './pack.js';

/** One request: its body, and what its findings are here. */
export interface Part {
  body: IngestBody;
  found: Found[];
}

/** What a request states of a report besides its findings. */
export interface Subject {
  run: CiRun;
  line: Line;
  /** What of the main line the tested tree contains, newest first. */
  baseCommits: readonly string[];
  coverage: Pick<CoverageChoice, 'coverage' | 'isOfPages'>;
  /** Whether `completedAt` was read from our clock, and not from a report. */
  isTimeOurs: boolean;
  /** Whether there are reports of other tools in this upload. */
  isOneOfSeveral: boolean;
}

const BODY_BYTES = 921_600;
const FINDINGS = 1000;
const PAGES = 2000;
const MOST_PARTS = 1000;
// For the idempotency key and the sweep, of at most 255 characters each.
const KEYS_BYTES = 2_500;

/**
 * The requests that deliver a report: complete ones of several parts as a sweep, with `--part` as pieces of that part;
 * of one that is complete for its pages each is complete for those that it names.
 * @throws LocalFault for more parts than a sweep may have
 */
export function partsOf(report: ToolReport, settings: Settings, subject: Subject): Part[] {
  const frame = sendable(frameOf(report, settings, subject));
  const room = BODY_BYTES - KEYS_BYTES - Buffer.byteLength(JSON.stringify(frame));
  const { isOfPages = false } = subject.coverage;
  const packed = pack(report.found, isOfPages ? report.pages : [], { bytes: room, findings: FINDINGS, pages: PAGES });
  if (packed.length > MOST_PARTS)
    throw new LocalFault(
      `${report.tool} reports ${report.found.length} findings, which do not fit in ${MOST_PARTS} requests. Split the report with --part.`,
    );
  const sweeps = sweepsOf(packed.length, report.tool, settings, subject);
  const isAlone = packed.length === 1 && !subject.isOneOfSeveral;
  return packed.map(({ found, pages }, index) => {
    const sweep = sweeps[index];
    const body: IngestBody = {
      ...frame,
      ...(isOfPages && pages.length === 0 ? { coverage: 'partial' as const } : {}),
      ...(pages.length === 0 ? {} : { pages }),
      ...(sweep ? { sweep } : {}),
      findings: found.map(({ finding }) => finding),
    };
    const givenKey = isAlone
      ? settings.idempotencyKey
      : partOfKey(settings.idempotencyKey, report, index, packed.length);
    const key = givenKey ?? idempotencyKey(subject.run, body, { isTimeOurs: subject.isTimeOurs });
    return { found, body: { ...body, idempotencyKey: key } };
  });
}

/** The caller's key names the whole run, and each request needs one of its own. */
const partOfKey = (
  givenKey: string | undefined,
  { tool }: ToolReport,
  index: number,
  count: number,
): string | undefined => (givenKey === undefined ? undefined : `${givenKey} ${cut(tool, 40)} ${index + 1}/${count}`);

type Sweep = IngestBody['sweep'];

function sweepsOf(count: number, tool: string, settings: Settings, { run, line, coverage }: Subject): Sweep[] {
  const { part, product } = settings;
  if (coverage.coverage !== 'complete' || coverage.isOfPages || (count === 1 && !part)) return [];
  const key = sweepKey(run, { product, line, tool }, { givenKey: settings.sweep, hasParts: part !== undefined });
  return Array.from({ length: count }, (_, index) =>
    part ? { key, ...part, piece: index + 1, pieces: count } : { key, part: index + 1, of: count },
  );
}

/** The same with texts that a database takes: what is read from a CI or a configuration may be odd as well. */
function sendable<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '') as T;
  if (Array.isArray(value)) return value.map(sendable) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, sendable(inner)])) as T;
}

const LONGEST = { target: 2000, title: 200, tool: 120, omission: 500 };
const MOST_OMISSIONS = 100;

/** A body without its findings. */
function frameOf(
  report: ToolReport,
  settings: Settings,
  { run, line, coverage: { coverage }, baseCommits }: Subject,
): Omit<IngestBody, 'findings'> {
  const { product, areas } = settings;
  const target = targetOf(report.pages);
  const omissions = omissionsOf(report);
  const version = report.toolVersion === undefined ? '' : ` ${report.toolVersion}`;
  return {
    ...(product === undefined ? {} : { productRef: product }),
    type: 'automated_scan',
    tool: cut(report.tool, LONGEST.tool),
    title: cut(`${report.tool}${version}`, LONGEST.title),
    ...(target === undefined ? {} : { target }),
    ...(isWebAddress(run.url) ? { externalUrl: run.url } : {}),
    ...(report.completedAt === undefined ? {} : { completedAt: report.completedAt }),
    context: contextOf(run, settings.environment, baseCommits),
    ...(areas.length === 0 ? {} : { areas }),
    coverage,
    ...(omissions.length === 0 ? {} : { omissions }),
    ...(report.examinedNothing ? { failed: true as const } : {}),
    line,
  };
}

/** As many as the service keeps, the last of which says how many more there are. */
function omissionsOf(report: ToolReport): string[] {
  const all = omissionsIn(report).map((omission) => cut(omission, LONGEST.omission));
  if (all.length <= MOST_OMISSIONS) return all;
  return [...all.slice(0, MOST_OMISSIONS - 1), `… and ${all.length - MOST_OMISSIONS + 1} more`];
}

function targetOf(pages: readonly string[]): string | undefined {
  if (pages.length === 0) return undefined;
  const all = pages.join(' ');
  return [...all].length <= LONGEST.target ? all : cut(`${pages.length} pages, including ${all}`, LONGEST.target);
}

/** The run's context as ingest takes it; what would not be taken is left out. */
function contextOf(
  run: CiRun,
  environment: string | undefined,
  baseCommits: readonly string[],
): Record<string, unknown> {
  const { trigger, ref, commitSha, pullRequest, runNumber, runAttempt } = run;
  const context = {
    trigger,
    ref: ref === undefined ? undefined : cut(ref, 255),
    commitSha: commitSha && commitSha.length <= 64 ? commitSha : undefined,
    prNumber: pullRequest?.number,
    prUrl: isWebAddress(pullRequest?.url) ? pullRequest!.url : undefined,
    environment,
    baseCommits: baseCommits.length > 0 ? baseCommits : undefined,
    runNumber,
    runAttempt,
  };
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined));
}

const isWebAddress = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 2000 && /^https?:\/\//.test(text) && URL.canParse(text);

const cut = (whole: string, length: number): string => {
  const letters = [...whole];
  return letters.length <= length ? whole : `${letters.slice(0, length - 1).join('')}…`;
};
