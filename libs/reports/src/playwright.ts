import { joined } from './axe-core.js';
import { attachedReading } from './playwright-attachments.js';
import { at, isObject, list, text } from './json.js';
import { type Format, type ReadContext, type Reading, UnreadableReportError } from './report.js';

/** Playwright's JSON report: the results of axe-core that tests have attached. */
export const playwright: Format = {
  name: 'playwright',
  recognises: (report) =>
    isObject(at(report, 'config')) &&
    Array.isArray(at(report, 'suites')) &&
    (Array.isArray(at(report, 'errors')) || isObject(at(report, 'stats'))),
  read: async (reports, context) => {
    const attempts = reports.flatMap((report) => list(at(report, 'suites')).flatMap((suite) => attemptsIn(suite)));
    const read: Examination[] = [];
    for (const attempt of attempts) read.push(await examine(attempt, context));
    if (read.every(({ readings, unread }) => readings.length === 0 && unread.length === 0)) {
      throw new UnreadableReportError(
        context.file,
        'is a Playwright report without attached axe-core results.',
        "Attach it: testInfo.attach('axe', { body: JSON.stringify(results), contentType: 'application/json' }), or use curbcut/playwright.",
      );
    }
    const reading = joined(read.flatMap(({ readings }) => readings));
    return [
      {
        ...reading,
        startedAt: reading.startedAt ?? text(at(reports[0], 'stats', 'startTime')),
        limits: reports.flatMap(limitsOf),
        isEmpty: reading.isEmpty === true || read.every(({ readings }) => readings.length === 0),
        omissions: [...reports.flatMap(errorsOf), ...read.flatMap(omissionsOf), ...(reading.omissions ?? [])],
      },
    ];
  },
};

/** The last attempt at one test in one project: what came before was repeated. */
interface Attempt {
  title: string;
  status: string | undefined;
  result: unknown;
}

interface Examination extends Attempt {
  readings: Reading[];
  /** Attachments that lie in files which are not there. */
  unread: string[];
}

function attemptsIn(suite: unknown): Attempt[] {
  const found: Attempt[] = [];
  // Suites nest as deep as somebody likes.
  const open = [suite];
  while (open.length > 0) {
    const next = open.pop();
    for (const inner of list(at(next, 'suites')).toReversed()) open.push(inner);
    for (const spec of list(at(next, 'specs'))) {
      for (const test of list(at(spec, 'tests'))) {
        const result = list(at(test, 'results')).at(-1);
        const status = text(at(result, 'status')) ?? text(at(test, 'status'));
        found.push({ title: text(at(spec, 'title')) ?? 'a test', status, result });
      }
    }
  }
  return found;
}

async function examine(attempt: Attempt, { readFile }: ReadContext): Promise<Examination> {
  const readings: Reading[] = [];
  const unread: string[] = [];
  for (const attachment of list(at(attempt.result, 'attachments'))) {
    const { reading, missing } = await attachedReading(attachment, readFile);
    if (reading) readings.push(reading);
    if (missing !== undefined) unread.push(missing);
  }
  return { ...attempt, readings, unread };
}
function omissionsOf({ title, status, readings, unread }: Examination): string[] {
  const missing = unread.map((path) => `The attachment ${path} of the test "${title}" does not exist.`);
  if (status === 'skipped') return [`The test "${title}" was skipped.`];
  const hasFailed = status !== undefined && !['passed', 'expected'].includes(status);
  // One that failed because of what axe-core found has attached it before.
  if (hasFailed && (readings.length === 0 || status !== 'failed'))
    missing.push(`The test "${title}" ended early: ${status}.`);
  return missing;
}

/** What the run was limited to. */
function limitsOf(report: unknown): string[] {
  const shard = at(report, 'config', 'shard');
  // Patterns of the configuration are lost in JSON; newer versions keep what was said on the command line.
  const filters = list(at(report, 'config', 'argv')).filter((word) => FILTER.test(text(word) ?? ''));
  return [
    ...(isObject(shard) ? [`It is shard ${numberIn(shard, 'current')} of ${numberIn(shard, 'total')}.`] : []),
    ...filters.map((word) => `Only some tests were selected by ${String(word).split('=')[0]}.`),
  ];
}

const numberIn = (shard: unknown, name: string): string =>
  typeof at(shard, name) === 'number' ? `${at(shard, name) as number}` : '?';

const FILTER = /^(-g|-gv|--grep|--grep-invert|--last-failed|--only-changed)(=|$)/;

/** What went wrong outside of tests. */
function errorsOf(report: unknown): string[] {
  const count = list(at(report, 'errors')).length;
  return count > 0 ? [`The run had ${count} ${count === 1 ? 'error' : 'errors'} outside of tests.`] : [];
}
