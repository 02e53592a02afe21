import { randomUUID } from 'node:crypto';
import { makers } from './calls.mjs';
import { send } from '../load.mjs';

const GROUPS_MS = 60;
const OVERVIEW_MS = 15;
const SEARCH_MS = 40;
const FOLLOWED_MS = 10;
/** For a stream of a million records: milliseconds, and by how many MB the process may grow. */
const STREAM = { records: 1_000_000, ms: 30_000, memoryMb: 60 };
const WRITTEN_AGAIN = 1.1;
const EVENTS_OF_PAGE = 100;

/** What frontends draw from, who follows the events, and whoever reads a whole list. */
export async function interfaceScenarios(world, size) {
  const { big, reports, graded } = world;
  const { person, read, oneByOne } = makers(world, size);
  const crowd = `${reports.url}/products/${graded.findings.slug}/findings`;
  const events = `${big.url}/changes?order=asc&pageSize=${EVENTS_OF_PAGE}`;
  const first = JSON.parse((await send({ to: person, path: events })).text).changes;
  const whole = { to: person, path: `${crowd}?format=ndjson` };
  const issue = (series, headers) => () => [
    {
      ...{ series, to: person, method: 'POST', path: `${big.product.url}/issues`, headers: headers() },
      body: JSON.stringify({ title: 'The images of the shop have no text alternative' }),
    },
  ];
  return [
    oneByOne(
      'B32',
      `${size.awaiting} findings in groups`,
      ['rule', 'severity', 'status', 'tool'].map((by) => read(`by ${by}`, `${crowd}/groups?by=${by}`)),
      ['rule', 'severity', 'status', 'tool'].map((by) => ({ of: `by ${by}`, unit: 'ms', atMost: GROUPS_MS })),
      size.slowReads,
    ),
    oneByOne(
      'B32',
      `overview of ${size.big.products} products`,
      [read('overview', `${big.url}/overview`)],
      [{ of: 'overview', unit: 'ms', atMost: OVERVIEW_MS }],
    ),
    oneByOne(
      'B32',
      `search in ${size.big.issues} issues and ${size.big.findings} findings`,
      ['alternative', '100', 'nowhere to be found'].map((words) =>
        read(words, `${big.url}/search?${new URLSearchParams({ q: words })}`),
      ),
      ['alternative', '100', 'nowhere to be found'].map((of) => ({ of, unit: 'ms', atMost: SEARCH_MS })),
    ),
    oneByOne(
      'B32',
      'the next events',
      [read('changes', `${events}${first.length > 0 ? `&after=${first.at(-1).id}` : ''}`)],
      [{ of: 'changes', what: 'at the 99th percentile', unit: 'ms', quantile: 0.99, atMost: FOLLOWED_MS }],
      10 * size.reads,
    ),
    {
      ...{ id: 'B32', title: `a stream of ${size.awaiting} findings`, way: 'parallel', watched: world.process },
      ...{ samples: 1, sides: [() => [{ series: 'stream', ...whole }]] },
      compare: [
        { of: 'stream', unit: 'ms', atMost: (STREAM.ms * size.awaiting) / STREAM.records },
        { of: 'memory: stream', unit: 'MB', atMost: STREAM.memoryMb },
      ],
    },
    oneByOne(
      'B32',
      'an issue written',
      [issue('plain', () => ({})), issue('with Idempotency-Key', () => ({ 'idempotency-key': randomUUID() }))],
      [{ of: 'with Idempotency-Key', to: 'plain', atMost: WRITTEN_AGAIN }],
      2 * size.reads,
    ),
  ];
}
